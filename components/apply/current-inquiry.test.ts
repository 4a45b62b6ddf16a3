import { describe, expect, test } from 'vitest'
import { DEDUPING_MS, refreshIntervalMs } from './current-inquiry'

const MINUTE_MS = 60_000

describe('refreshIntervalMs', () => {
  test('a stage that just changed is polled more than once a second', () => {
    expect(refreshIntervalMs({ stage: 'in_review', accountOpened: false }, 0)).toBeLessThan(1000)
  })

  test("a stage that doesn't change is polled less and less", () => {
    const inquiry = { stage: 'in_review', accountOpened: false } as const
    const intervals = [0, 3, 20].map((minutes) => refreshIntervalMs(inquiry, minutes * MINUTE_MS))
    expect(intervals).toEqual(intervals.toSorted((a, b) => a - b))
    expect(new Set(intervals).size).toBe(3)
  })

  test('an approval is polled until the account is open', () => {
    expect(refreshIntervalMs({ stage: 'approved', accountOpened: false }, 0)).toBeGreaterThan(0)
    expect(refreshIntervalMs({ stage: 'approved', accountOpened: true }, 0)).toBe(0)
  })

  test.each(['declined', 'failed', 'expired', 'open_failed'] as const)(
    'polling stops after %s',
    (stage) => {
      expect(refreshIntervalMs({ stage, accountOpened: false }, 0)).toBe(0)
    },
  )
})

test('SWR never drops a poll as a duplicate', () => {
  expect(DEDUPING_MS).toBeLessThan(
    refreshIntervalMs({ stage: 'in_review', accountOpened: false }, 0),
  )
})
