// How many tests passed, summed over the runners, from the reports that they write for machines.
import { z } from 'zod'

export type TestCounts = { passed: number; failed: number; skipped: number }

/** A runner that left no report that can be read has failed, whatever its exit code says. */
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

/** A file that could not even be loaded has no tests to fail; it counts as one. */
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

/** A test that passed only when it was tried again has failed. */
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

/** A runner that ends badly without a failed test, by an unhandled error for one, has not passed. */
function withExitCode(exitCode: number, counts: TestCounts): TestCounts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
