import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { withTestApp } from '../testing/test-app'
import { isWithin } from './limits'

withTestApp()

test('concurrent attempts all count, each against its own counter', async () => {
  const staff = randomUUID()
  const refreshes = await Promise.all(Array.from({ length: 15 }, () => isWithin('refresh', staff)))
  expect(refreshes.filter(Boolean)).toHaveLength(10)
  expect(await isWithin('refresh', randomUUID())).toBe(true)
  expect(await isWithin('return', staff)).toBe(true)
})

test('repeated checks start no new timers', async () => {
  await isWithin('sign-in', randomUUID())
  const timers = vi.spyOn(globalThis, 'setTimeout')
  for (let checks = 0; checks < 5; checks++) await isWithin('sign-in', randomUUID())
  const clearing = timers.mock.calls.filter(([, delayMs]) => delayMs === 5 * 60_000)
  timers.mockRestore()
  expect(clearing).toHaveLength(0)
})
