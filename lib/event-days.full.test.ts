// Events by day. Several connections read and write the table at the same time.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from './db'
import { bindInquiry } from './inquiries/bind-inquiry'
import { recordEvent } from './inquiries/record-event'
import { prepareEventDays } from './prepare-event-days'
import { removeExpired } from './retention'
import { countRowsRead } from './testing/rows-read'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from './testing/test-app'

const DAY_MS = 24 * 3_600_000
/** N9. On an idle machine, a delivery takes a fraction of that. */
const SENDER_WAITS_MS = 5_000
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
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

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  return client
}

const waitingForOther = async (client: pg.Client) => {
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks WHERE relation = '"ReceivedEvent_other"'::regclass AND NOT granted`,
  )
  return rowCount
}

/** How often the default partition was scanned. A session reports it no later than when it ends, so this disconnects. */
async function readsOfOther(): Promise<number> {
  await db().$disconnect()
  Reflect.deleteProperty(globalThis, 'merchantDb')
  const [row] = await db().$queryRaw<{ reads: bigint }[]>`
    SELECT seq_scan AS "reads" FROM pg_stat_user_tables WHERE relname = 'ReceivedEvent_other'`
  return Number(row?.reads)
}

test('a day past its limit is dropped with its events, and a replayed event is a duplicate without effect', async () => {
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

test('removing events from the default partition reads few others', async () => {
  // Missing days are attached first, which scans the default partition.
  await prepareEventDays(now)
  const [expired, kept] = [2_500, 40_000]
  await db().$executeRaw`
    INSERT INTO "ReceivedEvent" ("id", "kind", "createdAt", "receivedAt", "day", "payload")
    SELECT gen_random_uuid(), 'inquiry.approved', at, at, '1990-01-01', '{}' FROM (
      SELECT ${daysAgo(1)}::timestamptz AS at FROM generate_series(1, ${kept}::int)
      UNION ALL SELECT ${daysAgo(100)} FROM generate_series(1, ${expired}::int)
    ) AS events`
  await db().$executeRaw`ANALYZE "ReceivedEvent_other"`
  const read = await countRowsRead('ReceivedEvent_other', async () => {
    expect((await removeExpired({ now, dryRun: false })).removed.events).toBe(expired)
  })
  expect(read).toBeLessThan(2 * expired)
})

test('a run whose time is up drops one day and says that more is left, and the next one continues', async () => {
  for (const days of [95, 94, 93]) await recordDaysAgo(days)
  const run = () => removeExpired({ now, dryRun: false, maxMs: 0 })
  expect(await run()).toMatchObject({ removed: { events: 1 }, more: true })
  expect(await exists(nameOf(daysAgo(95)))).toBe(false)
  expect(await exists(nameOf(daysAgo(94)))).toBe(true)
  expect(await run()).toMatchObject({ removed: { events: 1 }, more: true })
  expect(await run()).toMatchObject({ removed: { events: 1 }, more: true })
  expect(await exists(nameOf(daysAgo(92)))).toBe(true)
  expect(await run()).toMatchObject({ removed: { events: 0 }, more: true })
  expect(await run()).toMatchObject({ removed: { events: 0 }, more: false })
  expect(await exists(nameOf(daysAgo(91)))).toBe(false)
})

test('while an expired day is being read, deliveries go on, and a later run drops it', async () => {
  await prepareEventDays(now)
  const { event } = await recordDaysAgo(91)
  const reader = await connect()
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
  expect(slowestMs).toBeLessThan(SENDER_WAITS_MS)
  expect(await partitionsOf([event.id])).toEqual([nameOf(daysAgo(91))])

  await reader.end()
  expect((await removeExpired({ now, dryRun: false })).removed.events).toBe(1)
  expect(await exists(nameOf(daysAgo(91)))).toBe(false)
})

test('a delivery that waits while its day is created is stored in that day', async () => {
  const today = nameOf(now)
  await db().$executeRawUnsafe(`DROP TABLE IF EXISTS "${today}"`)
  const maker = await connect()
  await maker.query(`BEGIN; LOCK TABLE "ReceivedEvent_other"`)
  const event = eventOf(await insertOpenInquiry(), 'APPROVED', now)
  const recorded = recordEvent(event, null)
  await expect.poll(() => waitingForOther(maker)).toBe(1)
  const [from, to] = [now, daysAgo(-1)].map((time) => time.toISOString().slice(0, 10))
  await maker.query(
    `CREATE TABLE "${today}" (LIKE "ReceivedEvent" INCLUDING DEFAULTS INCLUDING INDEXES);
     ALTER TABLE "ReceivedEvent" ATTACH PARTITION "${today}" FOR VALUES FROM ('${from}') TO ('${to}');
     COMMIT`,
  )
  await maker.end()
  expect(await recorded).toMatchObject({ outcome: 'recorded' })
  expect(await partitionsOf([event.id])).toEqual([today])
})

test("an app whose clock is days ahead of the database's finds the events of its inquiries", async () => {
  await prepareEventDays(now)
  vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(-3) })
  const row = await insertOpenInquiry({ inquiryId: null }).finally(() => vi.useRealTimers())
  const inquiryId = randomUUID()
  const report = { status: 'DECLINED', data: { inquiryId } }
  await recordEvent({ id: randomUUID(), kind: 'inquiry.declined', createdAt: now, report }, null)
  await bindInquiry(row.id, inquiryId)
  const bound = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(bound).toMatchObject({ reportedStatus: 'DECLINED', urgent: true })
})

/** Fills the default partition with that many megabytes of events, received today. */
async function fillOther(megabytes: number) {
  for (let ahead = 0; ahead <= 14; ahead++)
    await db().$executeRawUnsafe(`DROP TABLE IF EXISTS "${nameOf(daysAgo(-ahead))}"`)
  await db().$executeRaw`
    INSERT INTO "ReceivedEvent" ("id", "kind", "createdAt", "day", "payload")
    SELECT gen_random_uuid(), 'inquiry.approved', ${now}, ${now}::date, jsonb_build_object('filler', repeat('x', 1500))
    FROM generate_series(1, ${megabytes * 630}::int)`
}
const daysMade = async () => {
  const made: number[] = []
  for (let ahead = 0; ahead <= 14; ahead++)
    if (await exists(nameOf(daysAgo(-ahead)))) made.push(ahead)
  return made
}
const guards = async () =>
  db().$queryRaw`SELECT conname FROM pg_constraint
    WHERE conrelid = '"ReceivedEvent_other"'::regclass AND contype = 'c'`

test('days are created next to a large default partition with a single scan, and no delivery waits for it', async () => {
  await fillOther(80)
  const readsBefore = await readsOfOther()
  let isRunning = true
  const making = prepareEventDays(now).finally(() => {
    isRunning = false
  })
  let slowestMs = 0
  while (isRunning) {
    const startedAt = performance.now()
    await recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', now), null)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  await making
  expect(slowestMs).toBeLessThan(SENDER_WAITS_MS)
  expect(await daysMade()).toEqual([7, 8, 9, 10, 11, 12, 13, 14])
  expect(await guards()).toEqual([])
  expect((await readsOfOther()) - readsBefore).toBe(1)
})

test('the next run removes a guard that a killed run left, even if events stop it from creating days', async () => {
  await fillOther(80)
  await db().$executeRawUnsafe(
    `ALTER TABLE "ReceivedEvent_other" ADD CONSTRAINT "ReceivedEvent_other_guard" CHECK ("day" < '2000-01-01') NOT VALID`,
  )
  await prepareEventDays(now)
  expect(await guards()).toEqual([])
  expect(await daysMade()).toEqual([7, 8, 9, 10, 11, 12, 13, 14])

  await fillOther(80)
  const misplaced = { kind: 'x', createdAt: now, day: daysAgo(-8), payload: {} }
  await db().receivedEvent.create({ data: { id: randomUUID(), ...misplaced } })
  await prepareEventDays(now)
  expect(await guards()).toEqual([])
  expect(await daysMade()).toEqual([])
  const { outcome } = await recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', now), null)
  expect(outcome).toBe('recorded')
})
