// Events by the day, on a real server: readers and writers of the same table at the same time.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startRealTestDatabase } from '../scripts/database/real-test-database'
import { db } from './db'
import { prepareEventDays } from './event-days'
import { recordEvent } from './inquiries/record-event'
import { removeExpired } from './retention'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from './testing/test-app'

const DAY_MS = 24 * 3_600_000
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp(startRealTestDatabase)
})
afterAll(() => app.stop())
afterEach(() => db().receivedEvent.deleteMany())

/** An event that was stored that many days ago, when its day had a partition. */
async function recordDaysAgo(days: number) {
  await prepareEventDays(daysAgo(days))
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', daysAgo(days))
  await recordEvent(event, null)
  const receivedAt = daysAgo(days)
  await db().receivedEvent.updateMany({
    where: { id: event.id },
    data: { receivedAt, day: receivedAt },
  })
  return { row, event }
}

const partitionsOf = async (ids: string[]) => {
  const rows = await db().$queryRaw<{ partition: string }[]>`
    SELECT tableoid::regclass::text AS "partition" FROM "ReceivedEvent" WHERE "id" = ANY(${ids}::uuid[])
    ORDER BY "receivedAt"`
  return rows.map(({ partition }) => partition.replaceAll('"', ''))
}
const nameOf = (time: Date) =>
  `ReceivedEvent_${time.toISOString().slice(0, 10).replaceAll('-', '')}`
const exists = async (partition: string) => {
  const [row] = await db().$queryRaw<{ found: boolean }[]>`
    SELECT to_regclass(${`"${partition}"`}) IS NOT NULL AS "found"`
  return row?.found
}

test('a day that is past its limit is dropped with its events, and a replay of one is a duplicate without effect', async () => {
  const old = await recordDaysAgo(91)
  const young = await recordDaysAgo(89)
  expect(await partitionsOf([old.event.id, young.event.id])).toEqual([
    nameOf(daysAgo(91)),
    nameOf(daysAgo(89)),
  ])
  expect((await removeExpired({ now, dryRun: true })).removed.events).toBe(1)
  expect((await removeExpired({ now, dryRun: false })).removed.events).toBe(1)
  expect(await exists(nameOf(daysAgo(91)))).toBe(false)
  expect(await exists(nameOf(daysAgo(89)))).toBe(true)

  const quiet = { heardAt: daysAgo(91), nextReadAt: null, urgent: false }
  await db().inquiry.update({ where: { id: old.row.id }, data: quiet })
  expect(await recordEvent(old.event, null)).toEqual({ outcome: 'duplicate', inquiry: old.row.id })
  expect(await db().inquiry.findUnique({ where: { id: old.row.id } })).toMatchObject(quiet)
  expect(await partitionsOf([old.event.id, young.event.id])).toEqual([nameOf(daysAgo(89))])
})

test('an event of a day without a partition is stored, found and removed like any other', async () => {
  const today = nameOf(now)
  await db().$executeRawUnsafe(`DROP TABLE IF EXISTS "${today}"`)
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', now)
  expect(await recordEvent(event, null)).toEqual({ outcome: 'recorded', inquiry: row.id })
  expect(await partitionsOf([event.id])).toEqual(['ReceivedEvent_other'])
  expect(await recordEvent(event, null)).toMatchObject({ outcome: 'duplicate' })

  await prepareEventDays(now)
  expect(await exists(today)).toBe(false)
  expect(await exists(nameOf(daysAgo(-1)))).toBe(true)
  expect(await exists(nameOf(daysAgo(-14)))).toBe(true)

  const receivedAt = daysAgo(91)
  await db().receivedEvent.updateMany({ where: { id: event.id }, data: { receivedAt } })
  expect((await removeExpired({ now, dryRun: false })).removed.events).toBe(1)
  expect(await db().receivedEvent.count()).toBe(0)
})

test('while somebody reads a day that is due, deliveries go on, and a later run drops it', async () => {
  await prepareEventDays(now)
  const { event } = await recordDaysAgo(91)
  const reader = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await reader.connect()
  await reader.query('BEGIN')
  await reader.query('SELECT count(*) FROM "ReceivedEvent"')

  let isRunning = true
  const run = removeExpired({ now, dryRun: false }).finally(() => {
    isRunning = false
  })
  let slowestMs = 0
  while (isRunning) {
    const startedAt = performance.now()
    const delivered = { inquiryId: randomUUID(), referenceId: 'app-none' }
    await recordEvent(eventOf(delivered, 'APPROVED', now), null)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  expect((await run).removed.events).toBe(0)
  expect(slowestMs).toBeLessThan(2_000)
  expect(await partitionsOf([event.id])).toEqual([nameOf(daysAgo(91))])

  await reader.end()
  expect((await removeExpired({ now, dryRun: false })).removed.events).toBe(1)
  expect(await exists(nameOf(daysAgo(91)))).toBe(false)
})
