// The configuration for mutation.ts.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const tests = new URL('./mutation.config.ts', import.meta.url)

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: {
    // The path inside the copy, where the tests run.
    configFile: relative(process.cwd(), fileURLToPath(tests)),
    related: false,
  },
  concurrency: 1,
  // Stryker parses this file with an API that TypeScript 7 no longer has. The copy needs no change to it, so hide it.
  tsconfigFile: 'none.json',
  ignorePatterns: ['.data', '.next', 'docs', 'e2e', 'sandbox', 'test-results'],
  dryRunTimeoutMinutes: 10,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.data/mutation/report.json' },
  tempDirName: '.data/mutation/stryker',
  thresholds: { high: 95, low: 90, break: 90 },
}
