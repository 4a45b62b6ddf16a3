// The end-to-end tests. `stories` is what people do in a browser, `receiver` the battery for a webhook receiver.
// `sandbox` is the service's own pages.
// `hostile` is the app with a service and clients that attack it.
// e2e/global-setup.ts starts the app once, unless the environment names a running one.
import { existsSync } from 'node:fs'
import { chromium, defineConfig, firefox, webkit } from '@playwright/test'
import type { InputName } from './e2e/fixtures/inputs'
import { unmetNeeds } from './e2e/fixtures/needs'

const DEBIAN_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
// Stops the background traffic of Debian's build, and fakes the camera.
const CHROMIUM_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // Otherwise the edges of rounded corners depend on what was on screen before.
  ...(process.env.SCREENSHOTS_DIR ? ['--disable-partial-raster'] : []),
]

const hasOwnChromium = existsSync(chromium.executablePath())
const chromiumPath =
  process.env.CHROMIUM_PATH || (hasOwnChromium ? undefined : DEBIAN_CHROMIUM.find(existsSync))
const useChromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    ...(chromiumPath && { executablePath: chromiumPath }),
    // As root, Chromium only runs without its sandbox.
    args: process.getuid?.() === 0 ? [...CHROMIUM_FLAGS, '--no-sandbox'] : CHROMIUM_FLAGS,
  },
}

/** Other browsers run the same stories if they are installed (`npx playwright install firefox webkit`). */
const otherBrowsers = [firefox, webkit]
  .filter((browser) => existsSync(browser.executablePath()))
  .map((browser) => ({
    name: browser.name(),
    testDir: 'e2e/stories',
    use: { browserName: browser.name() as 'firefox' | 'webkit' },
  }))

/** The `keyboard` project skips these: raw requests, page appearance, processes, and its own short form. */
const NOT_AT_A_SCREEN =
  /(access-\w+|accessibility|bad-input|canary|crash-at-load|german|keyboard|rotation|start-up)\.spec\.ts$/

export default defineConfig<{ input: InputName }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  grepInvert: unmetNeeds(),
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // On two cores, three workers keep both busy, because a story spends half its time waiting.
  workers: Number(process.env.E2E_WORKERS || 3),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['./e2e/receiver/table-reporter.ts'],
    ['html', { open: 'never', outputFolder: 'playwright-report' }],
  ],
  use: {
    locale: 'en-GB',
    // Drawing spinners takes a tenth of the stories' CPU time. The nightly `keyboard` project runs with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // The steps, requests and console of a failed story. Page snapshots would add a tenth to every story's time. To record
    // them, run `npm run e2e -- --last-failed --trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    // Videos need the encoder that comes with Playwright's own browser.
    video: hasOwnChromium ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'stories', testDir: 'e2e/stories', use: useChromium },
    { name: 'sandbox', testDir: 'e2e/sandbox', use: useChromium },
    { name: 'receiver secret', testDir: 'e2e/receiver', testMatch: 'secret.setup.ts' },
    {
      name: 'receiver',
      testDir: 'e2e/receiver',
      use: useChromium,
      dependencies: ['receiver secret'],
    },
    { name: 'hostile', testDir: 'e2e/hostile', use: useChromium },
    // The stories again by keyboard. Their short form in `npm test` is stories/keyboard.spec.ts.
    {
      name: 'keyboard',
      testDir: 'e2e/stories',
      testIgnore: NOT_AT_A_SCREEN,
      use: {
        ...useChromium,
        input: 'keyboard',
        contextOptions: { reducedMotion: 'no-preference' },
      },
    },
    // Only for `npm run screenshots`.
    ...(process.env.SCREENSHOTS_DIR
      ? [
          {
            name: 'screenshots',
            testDir: 'e2e/screenshots',
            use: useChromium,
            snapshotPathTemplate: `${process.env.SCREENSHOTS_DIR}/{arg}{ext}`,
          },
        ]
      : []),
    ...otherBrowsers,
  ],
})
