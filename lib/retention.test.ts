import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from './db'
import { recordEvent } from './inquiries/record-event'
import { log } from './log'
import { removeExpired, textsBefore } from './retention'
import { eventOf, insertOpenInquiry } from './testing/test-app'
import { withTestApp } from './testing/test-inquiry'
import { uuid7At } from './uuid7-time'

const DAY_MS = 24 * 3_600_000
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

withTestApp()
afterEach(async () => {
  vi.restoreAllMocks()
  await db().receivedEvent.deleteMany()
  await db().rejectedDelivery.deleteMany()
  await db().auditEntry.deleteMany()
})

const insertEvents = (number: number, receivedAt: Date) =>
  db().receivedEvent.createMany({
    data: Array.from({ length: number }, () => ({
      id: randomUUID(),
      kind: 'inquiry.approved',
      createdAt: receivedAt,
      receivedAt,
      payload: {},
    })),
  })

const insertAudit = (at: Date) =>
  db().auditEntry.create({
    data: { id: uuid7At(at), at, actor: 'system', action: 'inquiry.viewed', outcome: 'shown' },
  })

const outcomes = async () => {
  const entries = await db().auditEntry.findMany({
    where: { action: 'retention.applied' },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ outcome }) => outcome)
}

test('data past its limit is removed, even if it is more than a batch, and the rest stays', async () => {
  await insertEvents(2_300, daysAgo(91))
  await insertEvents(3, daysAgo(89))
  await insertAudit(daysAgo(731))
  await insertAudit(daysAgo(729))
  await db().rejectedDelivery.create({
    data: { id: uuid7At(daysAgo(91)), reason: 'no_header', bodyBytes: 1 },
  })
  const removed = {
    texts: 0,
    events: 2_300,
    rejectedDeliveries: 1,
    auditEntries: 1,
  }
  expect(await removeExpired({ now, dryRun: true })).toEqual({ removed, more: false })
  expect(await db().receivedEvent.count()).toBe(2_303)
  expect(await outcomes()).toEqual([])

  expect(await removeExpired({ now, dryRun: false })).toEqual({ removed, more: false })
  expect(await db().receivedEvent.count()).toBe(3)
  expect(await db().auditEntry.count({ where: { action: 'inquiry.viewed' } })).toBe(1)
  expect(await outcomes()).toEqual(['2300_events', '1_rejected_deliveries', '1_audit_entries'])
})

test('rate limit counters are removed an hour after they expire', async () => {
  const expire = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  await db().rateLimiterFlexible.createMany({
    data: [
      { key: 'old', points: 1, expire: expire(61) },
      { key: 'over', points: 1, expire: expire(59) },
    ],
  })
  await removeExpired({ now, dryRun: true })
  expect(await db().rateLimiterFlexible.count()).toBe(2)
  await removeExpired({ now, dryRun: false })
  expect(await db().rateLimiterFlexible.findMany({ select: { key: true } })).toEqual([
    { key: 'over' },
  ])
})

test('a run whose time is up says that more is left, and the next one continues', async () => {
  await insertEvents(2_300, daysAgo(91))
  await insertAudit(daysAgo(731))
  const run = () => removeExpired({ now, dryRun: false, maxMs: 0 })
  expect(await run()).toMatchObject({ removed: { events: 1_000, auditEntries: 1 }, more: true })
  expect(await run()).toMatchObject({ removed: { events: 1_000 }, more: true })
  expect(await run()).toMatchObject({ removed: { events: 300 }, more: false })
})

test('a kind that cannot be removed fails the run, but the others are removed and audited', async () => {
  const text = await insertTexts(91, TEXTS)
  await insertAudit(daysAgo(732))
  const error = vi.spyOn(log, 'error')
  await db().$executeRaw`ALTER TABLE "RejectedDelivery" RENAME TO "away"`
  const run = removeExpired({ now, dryRun: false })
  await expect(run).rejects.toThrow('RejectedDelivery')
  await db().$executeRaw`ALTER TABLE "away" RENAME TO "RejectedDelivery"`
  expect(await text()).toMatchObject(NO_TEXTS)
  expect(await outcomes()).toEqual(['1_texts', '1_audit_entries'])
  const failed = { kind: 'rejectedDeliveries', error: expect.any(String) }
  expect(error.mock.calls).toEqual([['retention_kind_failed', failed]])
})

const TEXTS = {
  note: 'Please call.',
  reviewReasons: ['Blurred photo'],
  portalDecisionNote: 'Looks fine.',
  openBody: '{"note":"Please call."}',
}
const NO_TEXTS = {
  note: null,
  reviewReasons: [],
  portalDecisionNote: null,
  openBody: '',
}

async function insertTexts(madeDaysAgo: number, columns: Parameters<typeof insertOpenInquiry>[0]) {
  // The id begins with the time; the rest keeps ids of the same day apart.
  const id = uuid7At(daysAgo(madeDaysAgo)).slice(0, -12) + randomUUID().slice(-12)
  const row = await insertOpenInquiry({ id, ...columns })
  return () => db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
}

test('free text is emptied once 90 days have passed since the inquiry was created and decided', async () => {
  const old = await insertTexts(91, TEXTS)
  const oldAndDecided = await insertTexts(120, { ...TEXTS, decidedAt: daysAgo(91) })
  const young = await insertTexts(89, TEXTS)
  const justDecided = await insertTexts(120, { ...TEXTS, decidedAt: daysAgo(89) })
  const notYetOpen = await insertTexts(91, { ...TEXTS, openState: 'OPENING', inquiryId: null })
  const { updatedAt } = await old()

  expect((await removeExpired({ now, dryRun: true })).removed.texts).toBe(2)
  expect(await old()).toMatchObject(TEXTS)
  expect((await removeExpired({ now, dryRun: false })).removed.texts).toBe(2)
  for (const row of [old, oldAndDecided]) expect(await row()).toMatchObject(NO_TEXTS)
  for (const row of [young, justDecided, notYetOpen]) expect(await row()).toMatchObject(TEXTS)
  expect((await old()).updatedAt).toEqual(updatedAt)
  expect(await outcomes()).toEqual(['2_texts'])
  expect((await removeExpired({ now, dryRun: false })).removed.texts).toBe(0)
})

test('these are all the columns of an inquiry that can hold a sentence', async () => {
  const columns = await db().$queryRaw<{ name: string }[]>`
    SELECT column_name AS "name" FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'Inquiry'
      AND data_type IN ('text', 'character varying', 'ARRAY')
      AND coalesce(character_maximum_length > 64, true)`
  /** Ids, and codes of ours or the contract's. */
  const codes = ['referenceId', 'openError', 'readError', 'capabilities']
  const texts = columns.map(({ name }) => name).filter((name) => !codes.includes(name))
  expect(texts.sort()).toEqual(Object.keys(TEXTS).sort())
})

test.each([
  { note: 'Please call.' },
  { reviewReasons: ['Blurred photo'] },
  { portalDecisionNote: 'Looks fine.' },
])('each text is found when it is the only one: %j', async (text) => {
  const row = await insertTexts(91, text)
  expect((await removeExpired({ now, dryRun: false })).removed.texts).toBe(1)
  expect(await row()).toMatchObject(NO_TEXTS)
})

test('a removed event that is replayed is a duplicate, and has no second effect', async () => {
  const row = await insertOpenInquiry()
  const old = eventOf(row, 'DECLINED', daysAgo(100))
  await recordEvent(old, null)
  await recordEvent(eventOf(row, 'APPROVED', daysAgo(95)), null)
  await db().receivedEvent.updateMany({ data: { receivedAt: daysAgo(95), day: daysAgo(95) } })
  expect((await removeExpired({ now, dryRun: false })).removed).toMatchObject({ events: 2 })
  const read = { heardAt: daysAgo(95), nextReadAt: null, urgent: false, readAt: daysAgo(95) }
  await db().inquiry.update({ where: { id: row.id }, data: read })
  expect(await recordEvent(old, null)).toEqual({ outcome: 'duplicate', inquiry: row.id })
  expect(await db().inquiry.findUnique({ where: { id: row.id } })).toMatchObject(read)
  expect(await db().receivedEvent.count()).toBe(0)
})

test('a personal answer is emptied, even of an inquiry without any other text', async () => {
  const row = await insertTexts(91, { ...NO_TEXTS, openError: 'as if it were personal' })
  expect(await textsBefore(daysAgo(90)).removeBatch()).toBe(0)
  expect(await textsBefore(daysAgo(90), ['openError']).removeBatch()).toBe(1)
  expect(await row()).toMatchObject({ openError: null })
})
