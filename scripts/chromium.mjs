// Which Chromium the tests and measurements use, and how. It imports no package, because setup.mjs runs before they are installed.
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @param {string} own where Playwright installs its own */
export const findChromium = (own) =>
  process.env.CHROMIUM_PATH || [own, ...PLACES].find((path) => existsSync(path))

export const CHROMIUM_FLAGS = [
  // Debian's build is busy in the background otherwise.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // As root, Chromium only runs without its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
