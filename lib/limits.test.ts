import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetPasswordTries, mayReportReturn, mayTryPassword } from './limits'
import { newApplicant, startTestApp, type TestApp } from './testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function checkEverything(): Promise<void> {
  const email = `${randomUUID()}@example.com`
  expect(await mayTryPassword(email, randomUUID())).toBe(true)
  await forgetPasswordTries(email)
  expect(await mayReportReturn(newApplicant())).toBe(true)
}

test('any number of checks arms no more timers than the first of them', async () => {
  await checkEverything()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  for (let checks = 0; checks < 5; checks++) await checkEverything()
  const clearing = timers.mock.calls.filter(([, delayMs]) => delayMs === 5 * 60_000)
  timers.mockRestore()
  expect(clearing).toHaveLength(0)
})
