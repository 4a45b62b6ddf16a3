import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { db } from './db'
import { recordEvent } from './inquiries/record-event'
import { mayOpenInquiry, mayReportReturn } from './limits'
import { eraseApplicant, removeExpired } from './retention'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from './testing/test-app'
import { endRead } from './testing/test-inquiry'
import { uuid7At } from './uuid7-time'

const DAY_MS = 24 * 3_600_000
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(async () => {
  await db().webhookEvent.deleteMany()
  await db().rejectedDelivery.deleteMany()
  await db().auditEntry.deleteMany()
})

const insertEvents = (number: number, receivedAt: Date) =>
  db().webhookEvent.createMany({
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

const limiterKeys = async () => {
  const rows = await db().rateLimiterFlexible.findMany({ orderBy: { key: 'asc' } })
  return rows.map(({ key }) => key)
}

const outcomes = async () => {
  const entries = await db().auditEntry.findMany({
    where: { action: 'retention.applied' },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ outcome }) => outcome)
}

test('what is older than its limit is removed, more than a batch of it, and the rest stays', async () => {
  await insertEvents(2_300, daysAgo(91))
  await insertEvents(3, daysAgo(89))
  await insertAudit(daysAgo(731))
  await insertAudit(daysAgo(729))
  await db().rejectedDelivery.create({
    data: { id: uuid7At(daysAgo(91)), reason: 'no_header', bodyBytes: 1 },
  })
  const removed = { texts: 0, events: 2_300, rejectedDeliveries: 1, auditEntries: 1 }
  expect(await removeExpired({ now, dryRun: true })).toEqual({ removed, more: false })
  expect(await db().webhookEvent.count()).toBe(2_303)
  expect(await outcomes()).toEqual([])

  expect(await removeExpired({ now, dryRun: false })).toEqual({ removed, more: false })
  expect(await db().webhookEvent.count()).toBe(3)
  expect(await db().auditEntry.count({ where: { action: 'inquiry.viewed' } })).toBe(1)
  expect(await outcomes()).toEqual(['2300_events', '1_rejected_deliveries', '1_audit_entries'])
})

test('a run that finds nothing leaves no entry', async () => {
  expect((await removeExpired({ now, dryRun: false })).removed).toMatchObject({ events: 0 })
  expect(await db().auditEntry.count()).toBe(0)
})

test('a run whose time is up says that more is left, and the next one goes on', async () => {
  await insertEvents(2_300, daysAgo(91))
  await insertAudit(daysAgo(731))
  const run = () => removeExpired({ now, dryRun: false, maxMs: 0 })
  expect(await run()).toMatchObject({ removed: { events: 1_000, auditEntries: 1 }, more: true })
  expect(await run()).toMatchObject({ removed: { events: 1_000 }, more: true })
  expect(await run()).toMatchObject({ removed: { events: 300 }, more: false })
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
  // The milliseconds are those of the id; the rest keeps ids of the same day apart.
  const id = uuid7At(daysAgo(madeDaysAgo)).slice(0, -12) + randomUUID().slice(-12)
  const row = await insertOpenInquiry({ id, ...columns })
  return () => db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
}

test('free text goes when 90 days have passed since the inquiry was made and decided', async () => {
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

/** Shorter columns hold a code, a name of the contract or a hash: a sentence doesn't fit. */
const TOO_SHORT_FOR_TEXT = 64
/**
 * How long each column that can hold text is kept. A new column fails the test below until it is listed: give it an age, and
 * if it is `RETENTION_TEXT_DAYS`, empty it in `lib/retention.ts` and fill it in `TEXTS` above.
 */
const AGES: Record<string, readonly string[]> = {
  RETENTION_TEXT_DAYS: [
    'Inquiry.note',
    'Inquiry.reviewReasons',
    'Inquiry.portalDecisionNote',
    'Inquiry.openBody',
  ],
  RETENTION_EVENT_DAYS: [
    'WebhookEvent.kind',
    'WebhookEvent.referenceId',
    'WebhookEvent.firstDeliveryId',
    'WebhookEvent.payload',
    'RejectedDelivery.deliveryId',
  ],
  // References and codes: nobody writes a sentence into them.
  'as long as the inquiry': [
    'Inquiry.referenceId',
    'Inquiry.openError',
    'Inquiry.capabilities',
    'Inquiry.readError',
    'AccountOpening.error',
  ],
  'as long as the member of staff': ['User.email', 'User.name', 'User.passwordHash'],
  'for the time of the limit': ['RateLimiterFlexible.key'],
}

test('every column that can hold text has an age, and what is free text is emptied', async () => {
  const columns = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS "name" FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations'
      AND data_type NOT IN ('uuid', 'boolean', 'integer', 'bigint', 'double precision', 'USER-DEFINED')
      AND data_type NOT LIKE 'timestamp%'
      AND coalesce(character_maximum_length > ${TOO_SHORT_FOR_TEXT}, true)`
  const names = columns.map(({ name }) => name).toSorted()
  expect(names).toEqual(Object.values(AGES).flat().toSorted())
  expect(AGES.RETENTION_TEXT_DAYS).toEqual(
    expect.arrayContaining(Object.keys(TEXTS).map((column) => `Inquiry.${column}`)),
  )
  expect(AGES.RETENTION_TEXT_DAYS).toHaveLength(Object.keys(TEXTS).length)
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

test('text that a later read brings back goes with the next run', async () => {
  const row = await insertTexts(91, TEXTS)
  await removeExpired({ now, dryRun: false })
  const { id } = await row()
  await db().inquiry.update({ where: { id }, data: { reviewReasons: ['Blurred photo'] } })
  expect((await removeExpired({ now, dryRun: false })).removed.texts).toBe(1)
  expect(await row()).toMatchObject(NO_TEXTS)
})

test('a removed event that is replayed changes no status', async () => {
  const row = await insertOpenInquiry()
  const old = eventOf(row, 'DECLINED', daysAgo(100))
  await recordEvent(old, null)
  await recordEvent(eventOf(row, 'APPROVED', daysAgo(95)), null)
  await db().webhookEvent.updateMany({ data: { receivedAt: daysAgo(95) } })
  expect((await removeExpired({ now, dryRun: false })).removed).toMatchObject({ events: 2 })
  expect(await recordEvent(old, null)).toMatchObject({ outcome: 'recorded' })
  expect(await db().inquiry.findUnique({ where: { id: row.id } })).toMatchObject({
    status: null,
    reportedStatus: 'APPROVED',
    urgent: true,
  })
})

test('an applicant is erased whole and alone, and the audit trail says so', async () => {
  const row = await insertOpenInquiry()
  const earlier = await insertOpenInquiry()
  await db().inquiry.update({
    where: { id: earlier.id },
    data: { applicantHash: row.applicantHash, activeApplicantHash: null },
  })
  const other = await insertOpenInquiry()
  for (const inquiry of [row, earlier, other])
    await recordEvent(eventOf(inquiry, 'APPROVED', new Date()), null)
  for (const inquiry of [row, earlier, other]) await endRead(inquiry, 'APPROVED')
  for (const { applicantHash } of [row, other]) {
    await mayOpenInquiry({ hash: applicantHash }, '192.0.2.1')
    await mayReportReturn({ hash: applicantHash }, '192.0.2.1')
  }
  const countedBefore = await limiterKeys()
  expect(countedBefore).toHaveLength(6)

  expect(await eraseApplicant(row.id, { dryRun: true })).toEqual({ inquiries: 2, events: 2 })
  expect(await db().webhookEvent.count()).toBe(3)
  expect(await eraseApplicant(row.id, { dryRun: false })).toEqual({ inquiries: 2, events: 2 })

  const ids = { in: [row.id, earlier.id, other.id] }
  expect(await db().inquiry.findMany({ where: { id: ids }, select: { id: true } })).toEqual([
    { id: other.id },
  ])
  expect(await db().statusChange.findMany({ where: { inquiryRow: ids } })).toMatchObject([
    { inquiryRow: other.id },
  ])
  expect(await db().webhookEvent.findMany()).toMatchObject([{ referenceId: other.referenceId }])
  const countedAfter = await limiterKeys()
  expect(countedAfter.map((key) => key.replace(/:.*/, '')).toSorted()).toEqual([
    'open-address',
    'open-applicant',
    'return',
    'return-network',
  ])
  await mayOpenInquiry({ hash: row.applicantHash }, '192.0.2.1')
  await mayReportReturn({ hash: row.applicantHash }, '192.0.2.1')
  expect(await limiterKeys()).toEqual(countedBefore)
  const erasures = { where: { action: 'applicant.erased' } }
  expect(await db().auditEntry.findMany(erasures)).toMatchObject([
    { actor: 'system', inquiryRow: row.id, outcome: '2_inquiries_2_events' },
  ])
  expect(await eraseApplicant(row.id, { dryRun: false })).toBeNull()
})
