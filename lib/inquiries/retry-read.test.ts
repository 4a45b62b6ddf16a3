// Histories that the exploration of the rules found (see rules-exhaustively.test.ts), as small as they get.
import { expect, test } from 'vitest'
import { MAX_FRUITLESS_READS, retryRead } from './rules'

const NOW = new Date('2026-03-01T12:00:00Z')
const notFound = { readError: 'NotFoundError', isFruitless: true }
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000)
const delayMs = (row: Parameters<typeof retryRead>[0]) => {
  const next = retryRead(row, notFound, NOW, () => 0.5)
  return next && next.getTime() - NOW.getTime()
}

test.each([0, 40])(
  'an event about a decision of %d days ago is read again soon after a 404',
  (days) => {
    expect(delayMs({ decidedAt: daysAgo(days), readAttempts: 1, readError: null })).toBe(2_000)
  },
)

test('a decided inquiry that stays unknown to the service goes back to its rare reads', () => {
  const row = { readAttempts: MAX_FRUITLESS_READS, readError: 'NotFoundError' }
  expect(delayMs({ ...row, decidedAt: daysAgo(2) })).toBe(5 * 24 * 3_600_000)
  expect(delayMs({ ...row, decidedAt: daysAgo(40) })).toBeNull()
})
