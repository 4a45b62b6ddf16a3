/** The same browser as the stories use. */
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

export async function withBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags() })
  try {
    await measure(browser)
  } finally {
    await browser.close()
  }
}
