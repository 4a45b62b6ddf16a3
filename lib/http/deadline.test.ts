import { expect, onTestFinished, test, vi } from 'vitest'
import { startDeadline } from './deadline'

test('a deadline aborts work that never settles, rejects what starts later, and leaves no timer once it is cleared', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const never = new Promise<never>(() => {})
  const deadline = startDeadline(1_000)
  expect(await deadline.hold(Promise.resolve('done'))).toBe('done')
  vi.advanceTimersByTime(999)
  expect(deadline.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(deadline.signal.aborted).toBe(true)
  await expect(deadline.hold(never)).rejects.toThrow('The deadline has passed')
  startDeadline(1_000).clear()
  expect(vi.getTimerCount()).toBe(0)
})
