import { afterEach, expect, test, vi } from 'vitest'
import { startDeadline } from './client'

afterEach(() => vi.useRealTimers())

const never = new Promise<never>(() => {})

test('work that finishes before the deadline settles as usual', async () => {
  const deadline = startDeadline(60_000)
  expect(await deadline.hold(Promise.resolve('done'))).toBe('done')
  await expect(deadline.hold(Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(deadline.signal.aborted).toBe(false)
  deadline.clear()
})

test('work that never settles is rejected and aborted at the deadline', async () => {
  vi.useFakeTimers()
  const deadline = startDeadline(1_000)
  const held = deadline.hold(never)
  const given = expect(held).rejects.toThrow('The deadline has passed')
  vi.advanceTimersByTime(999)
  expect(deadline.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(deadline.signal.aborted).toBe(true)
  await given
})

test('work that starts after the deadline is rejected immediately', async () => {
  vi.useFakeTimers()
  const deadline = startDeadline(1_000)
  vi.advanceTimersByTime(1_000)
  await expect(deadline.hold(never)).rejects.toThrow('The deadline has passed')
})

test('clearing a deadline stops its timer', () => {
  vi.useFakeTimers()
  const deadline = startDeadline(1_000)
  deadline.clear()
  expect(vi.getTimerCount()).toBe(0)
})
