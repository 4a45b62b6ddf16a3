import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { mayOpenInquiry, mayReadAtOnce, mayReportReturn, mayTryPassword } from './limits'
import { newApplicant } from './testing/test-app'
import { withTestApp } from './testing/test-inquiry'

withTestApp()

/** Any string works as a network here. */
const newNetwork = () => randomUUID()

/** How many of the calls were allowed. */
async function countAllowed(number: number, may: () => Promise<boolean>): Promise<number> {
  let allowed = 0
  for (let n = 0; n < number; n++) if (await may()) allowed++
  return allowed
}

test('a network gets a hundred immediate reads in a quarter of an hour', async () => {
  const network = newNetwork()
  expect(await countAllowed(102, () => mayReadAtOnce(network))).toBe(100)
  expect(await mayReadAtOnce(newNetwork())).toBe(true)
})

test('an applicant may report twenty returns', async () => {
  const applicant = newApplicant()
  expect(await countAllowed(22, () => mayReportReturn(applicant))).toBe(20)
  expect(await mayReportReturn(newApplicant())).toBe(true)
})

test('a network may try two hundred passwords, and concurrent ones all count', async () => {
  const network = newNetwork()
  const tries = await Promise.all(Array.from({ length: 210 }, () => mayTryPassword(network)))
  expect(tries.filter(Boolean)).toHaveLength(200)
  expect(await mayTryPassword(newNetwork())).toBe(true)
})

async function checkEverything(): Promise<void> {
  expect(await mayTryPassword(newNetwork())).toBe(true)
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
