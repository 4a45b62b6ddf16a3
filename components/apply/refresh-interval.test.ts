import { describe, expect, test } from 'vitest'
import { DEDUPING_MS, refreshIntervalMs } from './refresh-interval'

const MINUTE_MS = 60_000

describe('refreshIntervalMs', () => {
  test('a stage that has just changed is asked about more than once a second', () => {
    expect(refreshIntervalMs({ stage: 'in_review', accountOpened: false }, 0)).toBeLessThan(1000)
  })

  test('a stage that stays is asked about less and less', () => {
    const watched = { stage: 'in_review', accountOpened: false } as const
    const intervals = [0, 3, 20].map((minutes) => refreshIntervalMs(watched, minutes * MINUTE_MS))
    expect(intervals).toEqual(intervals.toSorted((a, b) => a - b))
    expect(new Set(intervals).size).toBe(3)
  })

  test('an approval is asked about until the account is open, and then no more', () => {
    expect(refreshIntervalMs({ stage: 'approved', accountOpened: false }, 0)).toBeGreaterThan(0)
    expect(refreshIntervalMs({ stage: 'approved', accountOpened: true }, 0)).toBe(0)
  })

  test.each(['declined', 'failed', 'expired', 'open_failed'] as const)(
    'after %s the screen stops asking',
    (stage) => {
      expect(refreshIntervalMs({ stage, accountOpened: false }, 0)).toBe(0)
    },
  )
})

test('no look at the status is dropped as a repetition of the one before', () => {
  expect(DEDUPING_MS).toBeLessThan(
    refreshIntervalMs({ stage: 'in_review', accountOpened: false }, 0),
  )
})
