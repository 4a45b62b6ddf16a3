// The end-to-end tests. `stories` covers what people do in a browser. `npm run test:full` runs the other projects.
import { existsSync } from 'node:fs'
import {
  chromium,
  defineConfig,
  devices,
  firefox,
  type PlaywrightTestConfig,
  webkit,
} from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs'
import { findFreePort } from './scripts/ports'

// Set before environment.ts reads it. Playwright's worker processes inherit it.
process.env.E2E_PORTS ||= [await findFreePort(), await findFreePort(), await findFreePort()].join()
const { environment, EXAMPLE, PORTS } = await import('./e2e/fixtures/environment')

// Worker processes read this file too, but have other arguments.
process.env.E2E_ARGUMENTS ||= process.argv.slice(2).join(' ')
const given = process.env.E2E_ARGUMENTS
const slowMo = Number(process.env.SLOW_MO ?? 0)
const found = findChromium(chromium.executablePath(), /--(headed|debug|ui)\b/.test(given))

const CHROMIUM: PlaywrightTestConfig['use'] = {
  browserName: 'chromium',
  launchOptions: {
    // Playwright ships two Chromium programs. Without a path, it chooses the one that fits.
    executablePath: found === chromium.executablePath() ? undefined : found,
    slowMo,
    args: [
      ...CHROMIUM_FLAGS,
      // As in every browser, frames of other sites get their own processes.
      '--site-per-process',
    ],
  },
}

/** Records a file, so it runs only when it is named. */
const FILM = /film\.spec/
/** What people do in a browser. The other stories speak HTTP. */
const SCREENS =
  /(applicant|consent|german|keyboard|list|refused-flow|refusals|screens|staff|staff-rights|status-route-down)\.spec/
/** Run only when they are named, as in `--project=firefox`. */
const OTHER_BROWSERS = [
  { name: 'firefox', use: { browserName: 'firefox', launchOptions: { slowMo } } },
  { name: 'webkit', use: { browserName: 'webkit', launchOptions: { slowMo } } },
  { name: 'phone', use: { ...devices['Pixel 7'], ...CHROMIUM } },
] as const
const named = OTHER_BROWSERS.filter(({ name }) => new RegExp(`--project[= ]${name}\\b`).test(given))
for (const { name } of named)
  if (name !== 'phone' && !existsSync({ firefox, webkit }[name].executablePath())) {
    console.error(`${name} is not installed: npx playwright install --with-deps ${name}`)
    process.exit(1)
  }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // An app at APP_URL limits requests per address and per key, so use one worker for it. Otherwise use three, which keep two cores
  // busy, because a story spends half its time waiting.
  workers: environment.startsApp ? 3 : 1,
  forbidOnly: Boolean(process.env.CI),
  // Some outcomes come only by polling, which takes long if the app may make few calls.
  timeout: environment.callsPerMinute < 600 ? 180_000 : 60_000,
  expect: { timeout: environment.callsPerMinute < 600 ? 60_000 : 20_000 },
  reporter: [
    ['list'],
    ['./e2e/summary.ts'],
    ['html', { open: 'never', outputFolder: 'playwright-report' }],
  ],
  use: {
    baseURL: environment.appUrl,
    locale: 'en-GB',
    // Drawing spinners takes a tenth of the stories' CPU time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'stories', testDir: 'e2e/stories', use: CHROMIUM },
    { name: 'hostile', testDir: 'e2e/hostile', timeout: 120_000, use: CHROMIUM },
    // The guide follows the sandbox's next application, so no other stories may run at the same time.
    { name: 'guide', testDir: 'e2e/guide', testIgnore: FILM, timeout: 300_000, use: CHROMIUM },
    ...(given.includes('--project=film')
      ? [{ name: 'film', testDir: 'e2e/guide', testMatch: FILM, timeout: 300_000, use: CHROMIUM }]
      : []),
    ...named.map((project) => ({ ...project, testDir: 'e2e/stories', testMatch: SCREENS })),
  ],
  webServer: environment.startsApp
    ? [
        {
          name: 'demo',
          command: `mkdir -p .data/e2e && exec node --conditions=react-server --import tsx scripts/demo.ts --reset --empty > '${environment.appLog}'`,
          // Uses .env.example, because a developer's .env may name another service or database.
          env: {
            ...EXAMPLE,
            VERIFICATION_CALLS_PER_MINUTE: String(environment.callsPerMinute),
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
