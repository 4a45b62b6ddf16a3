// `npm run mutation -w lab` changes the core one small edit at a time, in a copy of the project, and checks that a test fails.
// `-- --mutate lib/inquiries/rules.ts` for less of it.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const tests = new URL('./mutation.config.ts', import.meta.url)

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: {
    // Of the copy, which is where the tests run.
    configFile: relative(process.cwd(), fileURLToPath(tests)),
    related: false,
  },
  mutate: ['lib/{verification,inquiries}/**/*.ts', '!**/*.test.ts'],
  ignorePatterns: ['.data', '.next', 'docs', 'e2e', 'sandbox', 'test-results'],
  dryRunTimeoutMinutes: 60,
  timeoutMS: 8_000,
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.data/mutation/report.json' },
  tempDirName: '.data/mutation/stryker',
  thresholds: { high: 95, low: 90, break: 90 },
}
