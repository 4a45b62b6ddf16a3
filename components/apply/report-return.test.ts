import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportReturn } from './report-return'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000
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

test('a return is reported once if our server accepts it', async () => {
  const report = failingFor(0)
  void reportReturn(
    report,
    () => {},
    () => true,
  )
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(report).toHaveBeenCalledTimes(1)
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
