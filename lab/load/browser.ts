// Chromium: Playwright's own, or Debian's.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

const DEBIAN_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

export const findChromium = (): string =>
  process.env.CHROMIUM_PATH ||
  ([chromium.executablePath(), ...DEBIAN_CHROMIUM].find(existsSync) ?? chromium.executablePath())

// As root, Chromium only runs without its sandbox.
export const chromiumFlags = (): string[] =>
  process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: chromiumFlags() })
