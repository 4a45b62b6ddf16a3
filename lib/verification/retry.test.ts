import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import {
  backoffMs,
  DEFAULT_RETRY_AFTER_MS,
  LONGEST_RETRY_AFTER_MS,
  parseRetryAfter,
  systemClock,
} from './retry'

const NOW = Date.UTC(2026, 0, 1)

test.each([
  ['seconds', '30', 30_000],
  ['seconds with space around them', ' 7 ', 7_000],
  ['zero seconds', '0', 0],
  ['an HTTP date', 'Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['a date in the past', 'Thu, 01 Jan 2020 00:00:00 GMT', 0],
  ['nothing', null, DEFAULT_RETRY_AFTER_MS],
  ['an empty header', '', DEFAULT_RETRY_AFTER_MS],
  ['nonsense', 'soon', DEFAULT_RETRY_AFTER_MS],
  ['nonsense that ends in a number', 'in about 30', DEFAULT_RETRY_AFTER_MS],
  ['nonsense that begins with a number', '30 or so seconds', DEFAULT_RETRY_AFTER_MS],
  ['a negative number', '-5', DEFAULT_RETRY_AFTER_MS],
  ['a fraction', '1.5', DEFAULT_RETRY_AFTER_MS],
  ['words that end in a number', 'in 5', DEFAULT_RETRY_AFTER_MS],
  ['an ISO date', '2026-01-01T00:01:00Z', DEFAULT_RETRY_AFTER_MS],
  ['a year in seconds', '31536000', LONGEST_RETRY_AFTER_MS],
  ['a date a year away', 'Fri, 01 Jan 2027 00:00:00 GMT', LONGEST_RETRY_AFTER_MS],
])('parses a Retry-After of %s (N17)', (_, header, ms) => {
  expect(parseRetryAfter(header, NOW)).toBe(ms)
})

test('the wait is half a minute without Retry-After, and at most a quarter of an hour', () => {
  expect([DEFAULT_RETRY_AFTER_MS, LONGEST_RETRY_AFTER_MS]).toEqual([30_000, 900_000])
})

test('the backoff is a random fraction of 200, 400, 800 ms', () => {
  const all = () => 1
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, all))).toEqual([200, 400, 800])
  expect(backoffMs(3, () => 0.25)).toBe(200)
  expect(backoffMs(3, () => 0)).toBe(0)
})

describe('the system clock', () => {
  test('returns the current time', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000)
  })

  test('sleeps for the given time and removes its abort listener', async () => {
    const { signal } = new AbortController()
    const startedAt = performance.now()
    await systemClock.sleep(30, signal)
    // A timer may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(28)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('wakes when the signal aborts, with its reason, and removes its abort listener', async () => {
    const controller = new AbortController()
    const sleeping = systemClock.sleep(60_000, controller.signal)
    controller.abort('over')
    await expect(sleeping).rejects.toBe('over')
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  test('does not sleep if the signal is already aborted', async () => {
    await expect(systemClock.sleep(60_000, AbortSignal.abort('over'))).rejects.toBe('over')
  })
})
