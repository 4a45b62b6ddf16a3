import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { countRowsRead } from '../testing/rows-read'
import { insertOpenInquiry, withTestApp } from '../testing/test-app'
import { getOverview } from './overview'

withTestApp()
beforeEach(() =>
  Promise.all([
    db().inquiry.deleteMany(),
    db().webhookEvent.deleteMany(),
    db().rejectedDelivery.deleteMany(),
  ]),
)

const DAY_MS = 24 * 3_600_000
const NOW = new Date('2026-03-14T12:00:00Z')
/** The time this long before now. */
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const insertAt = (createdAt: Date, columns: Parameters<typeof insertOpenInquiry>[0] = {}) =>
  insertOpenInquiry({ id: uuid7At(createdAt), createdAt, ...columns })

test('without any data, nothing needs attention and each of the last fourteen days is empty', async () => {
  expect(await getOverview(NOW)).toEqual({
    awaiting: 0,
    oldest: [],
    overdue: 0,
    eventsSetAside: 0,
    rejectedDeliveries: [],
    reversals: 0,
    accountsNotOpened: 0,
    customersNotTold: 0,
    servicePause: null,
    openedByDay: Array.from({ length: 14 }, (_, n) => ({
      day: ago((13 - n) * DAY_MS)
        .toISOString()
        .slice(0, 10),
      count: 0,
    })),
    timeToDecision: null,
  })
})

test('the queue is counted, with the longest waits first, and so are waits of more than a day', async () => {
  await insertAt(ago(DAY_MS * 2 + 1), { status: 'COMPLETED', statusSince: ago(DAY_MS + 1) })
  const waits = [DAY_MS - 1, DAY_MS + 2, 5_000, 3_000, 2_000, 1_000]
  for (const ms of waits)
    await insertAt(ago(DAY_MS * 2 + ms), { status: 'NEEDS_REVIEW', statusSince: ago(ms) })
  // The check isn't completed, so this applicant doesn't wait for the service.
  await insertAt(ago(DAY_MS * 2 + 4), { dueAt: NOW })
  const { awaiting, oldest, overdue } = await getOverview(NOW)
  expect([awaiting, overdue]).toEqual([6, 2])
  expect(oldest.map(({ statusSince }) => NOW.getTime() - (statusSince?.getTime() ?? 0))).toEqual(
    waits.toSorted((one, other) => other - one).slice(0, 5),
  )
})

test('events that were set aside, reversals and the rejected deliveries of a day are counted', async () => {
  await insertAt(ago(0), { reversedAt: NOW })
  await insertAt(ago(1))
  for (const [arrivedAt, setAsideAt] of [
    [ago(1), NOW],
    [ago(2), ago(1)],
    [ago(1), null],
    // It arrived earlier and waited.
    [ago(DAY_MS + 1), NOW],
    // An event of an erased applicant.
    [ago(1), new Date(0)],
  ] as const) {
    const event = { kind: 'x', status: 'APPROVED', signedAt: NOW, arrivedAt, setAsideAt }
    await db().webhookEvent.create({ data: { id: randomUUID(), ...event } })
  }
  for (const ms of [DAY_MS + 1, DAY_MS - 1, DAY_MS - 2])
    await db().rejectedDelivery.create({
      data: { id: uuid7At(ago(ms)), reason: 'no_header' },
    })
  expect(await getOverview(NOW)).toMatchObject({
    eventsSetAside: 2,
    rejectedDeliveries: [{ reason: 'no_header', count: 2 }],
    reversals: 1,
  })
})

test('accounts that could not be opened, or were refused, and notices that could not be sent are counted', async () => {
  await insertAt(ago(1), { accountError: 'TypeError' })
  await insertAt(ago(2), { accountOpenedAt: NOW })
  await insertAt(ago(3), { accountRefusal: 'sanctions' })
  await insertAt(ago(4), { noticeError: 'MailRefusedError' })
  expect(await getOverview(NOW)).toMatchObject({ accountsNotOpened: 2, customersNotTold: 1 })
})

test('a pause of all calls is shown with its reason and its end', async () => {
  const until = new Date(Date.now() + 60_000)
  await db().serviceGate.create({
    data: { id: 1, pausedUntil: until, pauseReason: 'KEY_REFUSED' },
  })
  const servicePause = { until, reason: 'KEY_REFUSED' }
  expect(await getOverview(NOW)).toMatchObject({ servicePause })
})

test('each day counts its applications', async () => {
  await insertAt(new Date('2026-03-14T00:00:00.000Z'), { status: 'DECLINED' })
  await insertAt(new Date('2026-03-13T23:59:59.999Z'), { status: 'APPROVED' })
  await insertAt(new Date('2026-03-13T00:00:00.000Z'), { serviceInquiryId: null })
  expect((await getOverview(NOW)).openedByDay.slice(-3)).toEqual([
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
  expect((await getOverview(NOW)).timeToDecision).toEqual({ median: 60, p95: 87 })
})

test('a bounded count reads in the order of the index that finds its rows', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await getOverview(NOW)
  const orders = query.mock.calls
    .map(([statement]) => JSON.stringify(statement).replaceAll('\\"', ''))
    .filter((text) => text.includes('SELECT COUNT(*)'))
    .map((text) => /WHERE .*ORDER BY public\.(\S+) ASC LIMIT/.exec(text)?.[1])
  // Ids are the order of the partial index of troubled inquiries, and of one status.
  expect(orders.toSorted()).toEqual([
    ...Array(5).fill('Inquiry.id'),
    'Inquiry.reportedStatus',
    ...Array(2).fill('Inquiry.statusSince'),
    'WebhookEvent.arrivedAt',
  ])
})

test('a count of rare problems reads few rows while all calls to the service fail', async () => {
  const rows = 10_000
  await db().$executeRaw`
    INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openKey", "openBody", "correlationId", "lastError")
    SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'failing-' || n, '', '', gen_random_uuid(), '', gen_random_uuid(), 'UnavailableError'
    FROM generate_series(1, ${rows}::int) AS n`
  await db().$executeRaw`VACUUM ANALYZE "Inquiry"`
  const read = await countRowsRead('Inquiry', () => getOverview(new Date()))
  expect(read).toBeLessThan(rows / 50)
})
