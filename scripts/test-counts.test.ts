import { expect, test } from 'vitest'
import { addCounts, countPlaywright, countVitest, totalLine } from './test-counts.ts'

const vitestReport = {
  numPassedTests: 120,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
}
const playwrightReport = { stats: { expected: 8, unexpected: 0, flaky: 0, skipped: 0 } }

test('one line sums up both runners', () => {
  const total = addCounts([countVitest(vitestReport, 0), countPlaywright(playwrightReport, 0)])
  expect(totalLine(total)).toBe('128 passed, 0 failed, 2 skipped')
})

test('skipped tests are mentioned only when there are any', () => {
  expect(totalLine({ passed: 123, failed: 0, skipped: 0 })).toBe('123 passed, 0 failed')
})

test('a test file that cannot be loaded counts as a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest({ ...vitestReport, testResults }, 1).failed).toBe(1)
})

test('a story that passed only on retry has failed', () => {
  const stats = { ...playwrightReport.stats, flaky: 1 }
  expect(countPlaywright({ stats }, 0).failed).toBe(1)
})

test('a runner that fails without a failed test has failed', () => {
  expect(countVitest(vitestReport, 1).failed).toBe(1)
  expect(countPlaywright(playwrightReport, 1).failed).toBe(1)
})

test('a runner without a readable report has failed', () => {
  expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countPlaywright({}, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
