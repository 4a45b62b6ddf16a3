// The sandbox's own stories: its hosted flow, SDK and portal, with a small merchant page.
import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'
import bundleOnce from '../bundle.mjs'

const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// Bundles once, before several workers start sandboxes at the same time.
await bundleOnce()

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/sandbox',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath:
        process.env.CHROMIUM_PATH ||
        (existsSync(chromium.executablePath()) ? undefined : BROWSERS.find(existsSync)),
      args: [
        // As in every browser, frames of other sites get their own processes.
        '--site-per-process',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        // Debian's build otherwise keeps making requests in the background.
        '--disable-background-networking',
        // As root, Chromium runs only without its sandbox.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
