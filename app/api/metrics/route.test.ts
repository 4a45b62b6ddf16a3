// Monitoring must get what the app knows, most of all while the database fails.
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/database/db'
import { pauseAfter } from '@/lib/inquiries/service-gate'
import { env } from '@/lib/runtime/env'
import { insertDue, makeDue, withTestApp } from '@/lib/testing/test-app'
import { UnauthorisedError } from '@/lib/verification/errors'
import { GET } from './route'

withTestApp()
afterEach(() => vi.useRealTimers())

async function scrape() {
  const headers = { authorization: `Bearer ${env().CRON_SECRET}` }
  const response = await GET(new Request('http://app/api/metrics', { headers }))
  expect(response.status).toBe(200)
  const text = await response.text()
  return (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )
}

test('the age of due work is by the database’s time, even if the app’s clock is wrong', async () => {
  await makeDue(await insertDue(), { dueAt: new Date(Date.now() - 60_000) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  const read = await scrape()
  expect(read('database_up')).toBe(1)
  expect(read('oldest_due_seconds')).toBeGreaterThanOrEqual(60)
  expect(read('oldest_due_seconds')).toBeLessThan(300)
})

test('a locked table costs a second and one series', async () => {
  await pauseAfter(new UnauthorisedError({ operation: 'status', status: 401 }))
  const [read, ms] = await db().$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Inquiry"`
    const since = performance.now()
    return [await scrape(), performance.now() - since] as const
  })
  expect(ms).toBeLessThan(1_500)
  expect(read('database_up')).toBe(0)
  expect(read('oldest_due_seconds')).toBeNaN()
  expect(read('service_pause_seconds{reason="KEY_REFUSED"}')).toBeGreaterThan(50)
  expect(read('webhook_deliveries_total{outcome="recorded"}')).toBe(0)
  expect(read('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('a database that accepts no writes is not up', async () => {
  vi.spyOn(db(), '$executeRaw').mockRejectedValue(new Error('read-only'))
  expect((await scrape())('database_up')).toBe(0)
})
