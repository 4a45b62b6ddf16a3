import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import {
  mayCallProvider,
  mayOpenInquiry,
  mayRefreshStatus,
  mayReportReturn,
  mayTryPassword,
} from './limits'
import { newApplicant, withTestApp } from './testing/test-app'

withTestApp()

test('concurrent attempts all count, and each counter is its own', async () => {
  const staff = { id: randomUUID() }
  const refreshes = await Promise.all(Array.from({ length: 15 }, () => mayRefreshStatus(staff)))
  expect(refreshes.filter(Boolean)).toHaveLength(10)
  expect(await mayRefreshStatus({ id: randomUUID() })).toBe(true)
})

test('a network may try the published password two hundred times', async () => {
  const network = randomUUID()
  // One after another: at once, the last of them would wait too long for a connection, on a busy machine.
  let allowed = 0
  for (let n = 0; n < 210; n++) if (await mayTryPassword(network)) allowed += 1
  expect(allowed).toBe(200)
})

async function checkEverything(): Promise<void> {
  expect(await mayCallProvider(randomUUID())).toBe(true)
  expect(await mayReportReturn(newApplicant())).toBe(true)
  expect(await mayOpenInquiry(newApplicant(), randomUUID())).toBe(true)
}

test('repeated checks start no new timers', async () => {
  await checkEverything()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  for (let checks = 0; checks < 5; checks++) await checkEverything()
  const clearing = timers.mock.calls.filter(([, delayMs]) => delayMs === 5 * 60_000)
  timers.mockRestore()
  expect(clearing).toHaveLength(0)
})
