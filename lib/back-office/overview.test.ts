import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { countRowsRead } from '../testing/rows-read'
import { insertOpenInquiry, withTestApp } from '../testing/test-app'
import { getOverview } from './overview'

withTestApp()
beforeEach(() => db().inquiry.deleteMany())

const DAY_MS = 24 * 3_600_000
const NOW = new Date('2026-03-14T12:00:00Z')
/** The time this long before now. */
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const insertAt = (createdAt: Date, columns: Parameters<typeof insertOpenInquiry>[0] = {}) =>
  insertOpenInquiry({ id: uuid7At(createdAt), createdAt, ...columns })

const getWork = async () => {
  const { work } = await getOverview(NOW)
  if (!work) throw new Error('No overview')
  return work
}

test('without any data, nothing needs attention and each of the last fourteen days is empty', async () => {
  expect(await getOverview(NOW)).toEqual({
    problems: [],
    work: {
      awaiting: 0,
      oldest: [],
      openedByDay: Array.from({ length: 14 }, (_, n) => ({
        day: ago((13 - n) * DAY_MS)
          .toISOString()
          .slice(0, 10),
        count: 0,
      })),
      timeToDecision: null,
    },
  })
})

test('a clock that is ahead of the database’s, and a read-only database, are problems', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const url = process.env.DATABASE_URL ?? ''
  const role = `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only`
  await db().$executeRawUnsafe(`${role} = on`)
  await db().$disconnect()
  const { problems } = await getOverview()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('SET default_transaction_read_only = off')
  await admin.query(`${role} = off`)
  await admin.end()
  await db().$disconnect()
  expect(problems.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    expect.stringMatching(/^DatabaseDown: The database answers, but refuses to write\. Customers/),
    expect.stringMatching(/^ClockOff: The clock of this instance is (599|60\d) s ahead/),
  ])
})

test('the queue is counted, with the longest waits first', async () => {
  await insertAt(ago(DAY_MS * 2 + 1), { status: 'COMPLETED', statusSince: ago(DAY_MS + 1) })
  const waits = [DAY_MS - 1, DAY_MS + 2, 5_000, 3_000, 2_000, 1_000]
  for (const ms of waits)
    await insertAt(ago(DAY_MS * 2 + ms), { status: 'NEEDS_REVIEW', statusSince: ago(ms) })
  // The check isn't completed, so this applicant doesn't wait for the service.
  await insertAt(ago(DAY_MS * 2 + 4), { dueAt: NOW })
  const { awaiting, oldest } = await getWork()
  expect(awaiting).toBe(6)
  expect(oldest.map(({ statusSince }) => NOW.getTime() - (statusSince?.getTime() ?? 0))).toEqual(
    waits.toSorted((one, other) => other - one).slice(0, 5),
  )
})

test('each day counts its applications', async () => {
  await insertAt(new Date('2026-03-14T00:00:00.000Z'), { status: 'DECLINED' })
  await insertAt(new Date('2026-03-13T23:59:59.999Z'), { status: 'APPROVED' })
  await insertAt(new Date('2026-03-13T00:00:00.000Z'), { serviceInquiryId: null })
  expect((await getWork()).openedByDay.slice(-3)).toEqual([
    { day: '2026-03-12', count: 0 },
    { day: '2026-03-13', count: 2 },
    { day: '2026-03-14', count: 1 },
  ])
})

test('the time to a decision is in seconds, over those of the last fourteen days', async () => {
  for (const [age, seconds] of [
    [1_000, 30],
    [2_000, 90],
    [3_000, 60],
    [14 * DAY_MS + 1, 10_000],
  ] as const)
    await insertAt(ago(age + seconds * 1_000), { status: 'DECLINED', statusSince: ago(age) })
  await insertAt(ago(4_000), { status: 'NEEDS_REVIEW', statusSince: NOW })
  expect((await getWork()).timeToDecision).toEqual({ median: 60, p95: 87 })
})

test('a bounded count reads in the order of the index that finds its rows', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await getOverview(NOW)
  const orders = query.mock.calls
    .map(([statement]) => JSON.stringify(statement).replaceAll('\\"', ''))
    .filter((text) => text.includes('SELECT COUNT(*)'))
    .map((text) => /WHERE .*ORDER BY public\.(\S+) ASC LIMIT/.exec(text)?.[1])
  expect(orders).toEqual(['Inquiry.id', 'Inquiry.id'])
})

test('the overview reads a bounded number of rows while all calls to the service fail', async () => {
  const rows = 50_000
  await db().$executeRaw`
    INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openKey", "openBody", "correlationId", "lastError")
    SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'failing-' || n, '', '', gen_random_uuid(), '', gen_random_uuid(), 'UnavailableError'
    FROM generate_series(1, ${rows}::int) AS n`
  await db().$executeRaw`VACUUM ANALYZE "Inquiry"`
  const read = await countRowsRead('Inquiry', () => getOverview())
  expect(read).toBeLessThan(20_000)
})
