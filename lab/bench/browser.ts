/** The stories' browser, unless CHROMIUM_PATH names another. */
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

export async function withBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const installed = [chromium.executablePath(), ...DEBIAN_CHROMIUM].find(existsSync)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || installed,
    // As root, Chromium only runs without its sandbox.
    args: process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS,
  })
  try {
    await measure(browser)
  } finally {
    await browser.close()
  }
}
