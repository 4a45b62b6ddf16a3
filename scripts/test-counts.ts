// Counts passed tests and lists failed ones, from the runners' JSON reports.
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export type TestCounts = {
  passed: number
  failed: number
  skipped: number
  /** One line for each failed test: its file, its name and the reason. */
  failures: string[]
}

/** Enough of a reason to recognise the failure. The runner has printed it in full. */
const MAX_REASON_LENGTH = 500

/** A runner without a readable report has failed, whatever its exit code. */
const UNREPORTED: TestCounts = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ['A test runner exited without a report'],
}

const vitestReportSchema = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})
const playwrightSuiteSchema = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuiteSchema).optional()
  },
})
const playwrightReportSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuiteSchema),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
})

/** A file that can't be loaded has no tests that could fail, so it counts as one failure. */
export function countVitest(report: unknown, exitCode: number): TestCounts {
  const parsed = vitestReportSchema.safeParse(report)
  if (!parsed.success) return UNREPORTED
  const { numPassedTests, numPendingTests, numTodoTests, numFailedTests, testResults } = parsed.data
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0])),
  )
  return withExitCode(exitCode, {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
    failures: [
      ...failures,
      ...unloaded.map(({ name, message }) => failure(name, 'could not be loaded', message)),
    ],
  })
}

/** A test that only passed on retry counts as failed. */
export function countPlaywright(report: unknown, exitCode: number): TestCounts {
  const parsed = playwrightReportSchema.safeParse(report)
  if (!parsed.success) return UNREPORTED
  const { config, stats, suites } = parsed.data
  const { expected, unexpected, flaky, skipped } = stats
  return withExitCode(exitCode, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: suites.flatMap((suite) => failedStories(suite, config.rootDir)),
  })
}

export function addCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
  }
}

/** One line for each failure, then "123 passed, 1 failed", and ", 4 skipped" if there are any. */
export function summary({ passed, failed, skipped, failures }: TestCounts): string {
  const total = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [...failures.map((line) => `✘ ${line}`), total].join('\n')
}

type PlaywrightSuite = z.infer<typeof playwrightSuiteSchema>

function failedStories({ file, specs, suites = [] }: PlaywrightSuite, folder: string): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(resolve(folder, file), title, results.find(({ error }) => error)?.error?.message),
      ),
  )
  return [...own, ...suites.flatMap((suite) => failedStories(suite, folder))]
}

function failure(file: string, test: string, message = ''): string {
  const reason = stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH)
  return `${relative(process.cwd(), file)}: ${test}${reason && ` · ${reason}`}`
}

/** A runner can fail without a failed test, for example on an unhandled error. */
function withExitCode(exitCode: number, counts: TestCounts): TestCounts {
  if (exitCode === 0 || counts.failed > 0) return counts
  const failures = [`A test runner exited with code ${exitCode} although no test failed`]
  return { ...counts, failed: 1, failures }
}
