import { afterEach, expect, test, vi } from 'vitest'
import { startDeadline } from './deadline'

afterEach(() => vi.useRealTimers())

const never = new Promise<never>(() => {})

test('work that is done in time settles as it would have, and leaves nothing behind', async () => {
  const deadline = startDeadline(60_000)
  expect(await deadline.hold(Promise.resolve('done'))).toBe('done')
  await expect(deadline.hold(Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(deadline.signal.aborted).toBe(false)
  deadline.clear()
})

test('work that never ends is given up at the deadline, and told to stop', async () => {
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

test('after the deadline nothing is waited for', async () => {
  vi.useFakeTimers()
  const deadline = startDeadline(1_000)
  vi.advanceTimersByTime(1_000)
  await expect(deadline.hold(never)).rejects.toThrow('The deadline has passed')
})

test('a deadline that is no longer needed never comes', () => {
  vi.useFakeTimers()
  const deadline = startDeadline(1_000)
  deadline.clear()
  expect(vi.getTimerCount()).toBe(0)
})
