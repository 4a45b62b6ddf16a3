// Monitoring must get what the app knows, most of all while the database fails.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/database/db'
import { pauseAfter } from '@/lib/inquiries/service-gate'
import { env } from '@/lib/runtime/env'
import {
  endRead,
  insertDue,
  insertOpenInquiry,
  makeDue,
  unknownEvent,
  withTestApp,
} from '@/lib/testing/test-app'
import { UnauthorisedError } from '@/lib/verification/errors'
import { GET } from './route'

withTestApp()
afterEach(() => vi.useRealTimers())

async function scrape() {
  const headers = { authorization: `Bearer ${env().CRON_SECRET}` }
  const response = await GET(new Request('http://app/api/metrics', { headers }))
  expect(response.status).toBe(200)
  const text = await response.text()
  return (series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return Number(line?.split(' ')[1]?.replace('+Inf', 'Infinity'))
  }
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
  expect(read('instance_ready')).toBe(1)
  expect(read('oldest_due_seconds')).toBeNaN()
  expect(read('inquiries_waiting{group="opening"}')).toBeNaN()
  expect(read('last_event_seconds')).toBe(Number.POSITIVE_INFINITY)
  expect(read('service_pause_seconds{reason="KEY_REFUSED"}')).toBeGreaterThan(50)
  expect(read('webhook_deliveries_total{outcome="recorded"}')).toBe(0)
  expect(read('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('a database that accepts no writes is not up', async () => {
  vi.spyOn(db(), '$executeRaw').mockRejectedValue(new Error('read-only'))
  const read = await scrape()
  expect(read('database_up')).toBe(0)
  expect(read('instance_ready')).toBe(0)
})

test('customers who wait are counted by group, with the age of the oldest', async () => {
  await db().inquiry.deleteMany()
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const insert = async (minutes: number, columns: object) => {
    await insertOpenInquiry({ createdAt: minutesAgo(minutes), ...columns })
  }
  await insert(1, { serviceInquiryId: null })
  await insert(2, { serviceInquiryId: null })
  await insert(9, { serviceInquiryId: null, openState: 'OPEN_FAILED' })
  await insert(9, { status: 'NEEDS_REVIEW', statusSince: minutesAgo(3) })
  await insert(9, { status: 'COMPLETED', statusSince: minutesAgo(4) })
  const reportedAt = minutesAgo(5)
  await insert(9, { status: 'COMPLETED', reportedStatus: 'APPROVED', reportedAt })
  await insert(9, { status: 'APPROVED', grantedAt: minutesAgo(6) })
  await insert(9, { status: 'APPROVED', grantedAt: minutesAgo(7), accountError: 'Error' })
  await insert(9, { status: 'APPROVED', grantedAt: minutesAgo(8), accountOpenedAt: minutesAgo(8) })
  const read = await scrape()
  const groups = ['opening', 'in_review', 'submitted', 'reported', 'account_due']
  const found = [...groups, 'account_failing'].map((group) => [
    read(`inquiries_waiting{group="${group}"}`),
    Math.floor(read(`inquiries_waiting_oldest_seconds{group="${group}"}`) / 60),
  ])
  expect(found).toEqual([
    [2, 2],
    [1, 3],
    [1, 4],
    [1, 5],
    [1, 6],
    [1, 7],
  ])
})

test('without an event there is no sign of life, and events of known kinds without an inquiry are counted', async () => {
  await db().webhookEvent.deleteMany()
  expect((await scrape())('last_event_seconds')).toBe(Number.POSITIVE_INFINITY)
  const setAsideAt = new Date()
  const one = { ...unknownEvent(), inquiryId: undefined, setAsideAt }
  await db().webhookEvent.createMany({
    data: [
      { ...one, id: randomUUID(), arrivedAt: new Date(Date.now() - 60_000) },
      { ...one, id: randomUUID(), arrivedAt: new Date(Date.now() - 90_000), status: 'APPROVED' },
    ],
  })
  const read = await scrape()
  expect(Math.floor(read('last_event_seconds') / 60)).toBe(1)
  expect(read('events_set_aside')).toBe(1)
})

test('a decision’s time is measured from the form, once', async () => {
  const inquiry = await insertOpenInquiry({ createdAt: new Date(Date.now() - 45_000) })
  const declined = 'time_to_decision_seconds_bucket{le="60",status="DECLINED"}'
  const before = (await scrape())(declined)
  await endRead(inquiry, 'DECLINED')
  await endRead(inquiry, 'DECLINED')
  expect((await scrape())(declined)).toBe(before + 1)
})
