import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { addCounts, countPlaywright, countVitest, summary } from './test-counts.ts'

const vitestReport = {
  numPassedTests: 120,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [
    {
      name: resolve('lib/a.test.ts'),
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'adds', failureMessages: [] }],
    },
  ],
}
const playwrightReport = {
  config: { rootDir: resolve('e2e') },
  suites: [],
  stats: { expected: 8, unexpected: 0, flaky: 0, skipped: 0 },
}

test('one line sums up both runners', () => {
  const total = addCounts([countVitest(vitestReport, 0), countPlaywright(playwrightReport, 0)])
  expect(summary(total)).toBe('128 passed, 0 failed, 2 skipped')
})

test('the summary mentions skipped tests only if there are any', () => {
  expect(summary({ passed: 123, failed: 0, skipped: 0, failures: [] })).toBe('123 passed, 0 failed')
})

test('a test file that cannot be loaded counts as a failure', () => {
  const name = resolve('lib/b.test.ts')
  const message = 'Error: Cannot find module'
  const testResults = [{ name, status: 'failed', message, assertionResults: [] }]
  expect(countVitest({ ...vitestReport, testResults }, 1)).toMatchObject({
    failed: 1,
    failures: ['lib/b.test.ts: could not be loaded · Error: Cannot find module'],
  })
})

test('a story that only passed on retry counts as failed', () => {
  const stats = { ...playwrightReport.stats, flaky: 1 }
  expect(countPlaywright({ ...playwrightReport, stats }, 0).failed).toBe(1)
})

test('a runner that exits with an error but no failed test counts as a failure', () => {
  expect(countVitest(vitestReport, 1).failed).toBe(1)
  expect(countPlaywright(playwrightReport, 1).failed).toBe(1)
})

test('a runner without a readable report counts as a failure', () => {
  expect(countVitest(null, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(countPlaywright({}, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
})

test('the summary names what failed, and why, before the total', () => {
  const vitest = countVitest(
    {
      ...vitestReport,
      numFailedTests: 1,
      testResults: [
        {
          name: resolve('lib/a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'sums rounds up',
              failureMessages: ['\u001b[31mAssertionError: expected 1\u001b[39m\n   to be 2'],
            },
          ],
        },
      ],
    },
    1,
  )
  const story = {
    title: 'opens',
    tests: [{ status: 'unexpected', results: [{ error: { message: 'Timed out' } }] }],
  }
  const file = 'stories/apply.spec.ts'
  const playwright = countPlaywright(
    {
      ...playwrightReport,
      suites: [{ file, specs: [], suites: [{ file, specs: [story] }] }],
      stats: { ...playwrightReport.stats, unexpected: 1 },
    },
    1,
  )
  expect(summary(addCounts([vitest, playwright]))).toBe(
    [
      '✘ lib/a.test.ts: sums rounds up · AssertionError: expected 1 to be 2',
      '✘ e2e/stories/apply.spec.ts: opens · Timed out',
      '128 passed, 2 failed, 2 skipped',
    ].join('\n'),
  )
})
