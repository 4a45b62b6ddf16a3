import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { startTestApp, type TestApp } from '@/lib/testing/test-app'
import { startUpkeep } from '@/lib/upkeep'
import { POST } from './route'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  vi.useRealTimers()
  await app.stop()
})

/** The daily event partitions from today on. */
const listDaysAhead = async () => {
  const today = `ReceivedEvent_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`
  const days = await db().$queryRaw<{ name: string }[]>`
    SELECT relname AS "name" FROM pg_class
    WHERE relname ~ '^ReceivedEvent_\\d{8}$' AND relname >= ${today}`
  return days.map(({ name }) => name)
}
beforeEach(async () => {
  for (const day of await listDaysAhead()) await db().$executeRawUnsafe(`DROP TABLE "${day}"`)
})

test('a process creates the coming days’ event partitions when it starts', async () => {
  await startUpkeep().stop()
  expect(await listDaysAhead()).toHaveLength(15)
})

const pass = (secret: string) =>
  POST(
    new Request('http://localhost/api/cron/reconcile', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
    }),
  )

test('a pass an hour later creates the missing partitions, and needs the secret', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  expect((await pass('wrong')).status).toBe(401)
  expect(await listDaysAhead()).toEqual([])
  expect(await (await pass(env().CRON_SECRET)).json()).toEqual({ reconciled: 0, isComplete: true })
  expect(await listDaysAhead()).toHaveLength(15)
})
