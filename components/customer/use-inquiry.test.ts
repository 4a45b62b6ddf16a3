import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createErrorRetry, refreshIntervalMs, reportReturn, retryDelayMs } from './use-inquiry'

const MINUTE_MS = 60_000

describe('refreshIntervalMs', () => {
  test("a stage that doesn't change is polled less and less often", () => {
    const inquiry = { stage: 'in_review', accountOpened: false } as const
    const intervals = [0, 3, 20].map((minutes) => refreshIntervalMs(inquiry, minutes * MINUTE_MS))
    expect(intervals).toEqual(intervals.toSorted((a, b) => a - b))
    expect(new Set(intervals).size).toBe(3)
  })

  test('an open account is polled too, but from the start no more than every five seconds', () => {
    const opening = refreshIntervalMs({ stage: 'approved', accountOpened: false }, 0)
    const open = refreshIntervalMs({ stage: 'approved', accountOpened: true }, 0)
    expect(opening).toBeLessThan(1_000)
    expect(open).toBe(5_000)
  })

  test.each(['declined', 'failed', 'expired', 'open_failed'] as const)(
    'polling stops after %s',
    (stage) => {
      expect(refreshIntervalMs({ stage, accountOpened: false }, 0)).toBe(0)
    },
  )
})

test('during an outage of our server, a page retries rarely, but always within 15 s', () => {
  const outage = Array.from({ length: 100 }, (_, index) => index + 1)
  for (const random of [0, 0.5, 0.999]) {
    const delays = outage.map((retryCount) => retryDelayMs(retryCount, () => random))
    expect(Math.max(...delays)).toBeLessThanOrEqual(15_000)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(500)
    expect(delays.slice(5).every((delayMs) => delayMs >= 9_000)).toBe(true)
  }
})

test('errors in quick succession, as when the window regains focus, lead to one retry', () => {
  vi.useFakeTimers()
  const revalidate = vi.fn()
  const onErrorRetry = createErrorRetry()
  for (const retryCount of [3, 1, 1])
    onErrorRetry(new Error('503'), '/', {}, revalidate, { retryCount, dedupe: true })
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(revalidate.mock.calls).toEqual([[{ retryCount: 1, dedupe: true }]])
})

describe('reporting a return', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A server that fails its first calls. */
  const failingFor = (calls: number) => {
    let left = calls
    return vi.fn(async () => {
      if (left-- > 0) throw new Error('503')
    })
  }

  test('a return reported during an outage of our server is reported again until the server accepts it', async () => {
    const report = failingFor(3)
    const refresh = vi.fn()
    void reportReturn(report, refresh, () => true)
    await vi.advanceTimersByTimeAsync(0)
    expect(report).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    expect(report).toHaveBeenCalledTimes(4)
    expect(refresh).toHaveBeenCalledTimes(4)
  })

  test('the pauses between reports grow, and reporting stops after a few attempts or when the page closes', async () => {
    const times: number[] = []
    const fail = () => {
      times.push(Date.now())
      return Promise.reject(new Error('503'))
    }
    void reportReturn(
      fail,
      () => {},
      () => true,
    )
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.length).toBeGreaterThan(3)
    expect(pauses.length).toBeLessThan(10)

    let isOpen = true
    const report = failingFor(100)
    void reportReturn(
      report,
      () => {},
      () => isOpen,
    )
    await vi.advanceTimersByTimeAsync(0)
    isOpen = false
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    expect(report).toHaveBeenCalledTimes(1)
  })
})
