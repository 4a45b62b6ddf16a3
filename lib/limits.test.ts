import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { mayCallProvider, mayOpenInquiry, mayReportReturn } from './limits'
import { newApplicant } from './testing/test-app'
import { withTestApp } from './testing/test-inquiry'

withTestApp()

/** Any string works as a network here. */
const newNetwork = () => randomUUID()

test('a network may make the app call the provider two hundred times, and concurrent ones all count', async () => {
  const network = newNetwork()
  const calls = await Promise.all(Array.from({ length: 210 }, () => mayCallProvider(network)))
  expect(calls.filter(Boolean)).toHaveLength(200)
  expect(await mayCallProvider(newNetwork())).toBe(true)
})

async function checkEverything(): Promise<void> {
  expect(await mayCallProvider(newNetwork())).toBe(true)
  expect(await mayReportReturn(newApplicant())).toBe(true)
  expect(await mayOpenInquiry(newApplicant(), newNetwork())).toBe(true)
}

test('repeated checks start no new timers', async () => {
  await checkEverything()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  for (let checks = 0; checks < 5; checks++) await checkEverything()
  const clearing = timers.mock.calls.filter(([, delayMs]) => delayMs === 5 * 60_000)
  timers.mockRestore()
  expect(clearing).toHaveLength(0)
})
