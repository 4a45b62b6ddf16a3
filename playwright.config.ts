// The end-to-end tests. `stories` covers what people do in a browser. `npm run test:full` runs the other projects.
import { chromium, defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs'
import { findFreePort } from './scripts/ports'

// Set before environment.ts reads it. Playwright's worker processes inherit it.
process.env.E2E_PORTS ||= [await findFreePort(), await findFreePort(), await findFreePort()].join()
const { environment, EXAMPLE, OWN_APP, PORTS, SANDBOX } = await import('./e2e/fixtures/environment')

const found = findChromium(chromium.executablePath())

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  grepInvert: [
    ...(environment.startsApp ? [] : [new RegExp(OWN_APP)]),
    ...(environment.E2E_TARGET === 'real' ? [new RegExp(SANDBOX)] : []),
  ],
  fullyParallel: true,
  // An app at APP_URL limits requests per address and per key, so use one worker for it. Otherwise use three, which keep two cores
  // busy, because a story spends half its time waiting.
  workers: environment.startsApp ? 3 : 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['html', { open: 'never', outputFolder: 'playwright-report' }]],
  use: {
    baseURL: environment.appUrl,
    locale: 'en-GB',
    // Drawing spinners takes a tenth of the stories' CPU time.
    contextOptions: { reducedMotion: 'reduce' },
    // For traces with screenshots, run `npm run e2e -- --last-failed --trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    browserName: 'chromium',
    launchOptions: {
      // Playwright ships two Chromium programs. Without a path, it chooses the one that fits.
      executablePath: found === chromium.executablePath() ? undefined : found,
      args: [
        ...CHROMIUM_FLAGS,
        // As in every browser, frames of other sites get their own processes.
        '--site-per-process',
      ],
    },
  },
  projects: [
    { name: 'stories', testDir: 'e2e/stories' },
    { name: 'hostile', testDir: 'e2e/hostile', timeout: 120_000 },
    // The guide follows the sandbox's next application, so no other stories may run at the same time.
    { name: 'guide', testDir: 'e2e/guide', timeout: 300_000 },
  ],
  webServer: environment.startsApp
    ? [
        {
          name: 'demo',
          command: 'node --conditions=react-server --import tsx scripts/demo.ts --reset --empty',
          // Uses .env.example, because a developer's .env may name another service or database.
          env: {
            ...EXAMPLE,
            // All stories share one key.
            VERIFICATION_CALLS_PER_MINUTE: '100000',
            VERIFICATION_FLOW_ORIGINS: `${environment.flowUrl} ${environment.sandboxUrl}`,
            PORT: PORTS.app,
            SANDBOX_PORT: PORTS.sandbox,
            DATABASE_PORT: PORTS.database,
            DATA_DIR: '.data/e2e',
          },
          url: `${environment.appUrl}/api/health/ready`,
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
        },
      ]
    : [],
})
