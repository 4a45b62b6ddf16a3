// Finds Chromium for the tests and measurements, with its options. Imports no package, because setup.mjs runs before npm ci.
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * @param {string} own the path of Playwright's own Chromium
 * @param {boolean} headed whether it has to open windows
 */
export const findChromium = (own, headed = false) =>
  process.env.CHROMIUM_PATH ||
  [own, ...PLACES].find((path) => existsSync(path) && !(headed && path.endsWith('headless-shell')))

export const CHROMIUM_FLAGS = [
  // Debian's build otherwise keeps making requests in the background.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // As root, Chromium runs only without its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
