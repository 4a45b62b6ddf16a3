// How many tests passed in all, from the runners' JSON reports.
import { z } from 'zod'

export type TestCounts = { passed: number; failed: number; skipped: number }

/** A runner without a readable report has failed, whatever its exit code. */
const UNREPORTED: TestCounts = { passed: 0, failed: 1, skipped: 0 }

const vitestReportSchema = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})
const playwrightReportSchema = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
})

/** A file that can't be loaded has no tests to fail, so it counts as one. */
export function countVitest(report: unknown, exitCode: number): TestCounts {
  const parsed = vitestReportSchema.safeParse(report)
  if (!parsed.success) return UNREPORTED
  const { numPassedTests, numPendingTests, numTodoTests, numFailedTests, testResults } = parsed.data
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return withExitCode(exitCode, {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  })
}

/** A test that passed only on retry has failed. */
export function countPlaywright(report: unknown, exitCode: number): TestCounts {
  const parsed = playwrightReportSchema.safeParse(report)
  if (!parsed.success) return UNREPORTED
  const { expected, unexpected, flaky, skipped } = parsed.data.stats
  return withExitCode(exitCode, { passed: expected, failed: unexpected + flaky, skipped })
}

export function addCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}

/** "123 passed, 0 failed", and ", 4 skipped" when there are any. */
export function totalLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A runner can fail without a failed test, for example on an unhandled error. */
function withExitCode(exitCode: number, counts: TestCounts): TestCounts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
