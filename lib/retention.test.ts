import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { db } from './db'
import { recordEvent } from './inquiries/record-event'
import { uuid7At } from './inquiries/uuid7-time'
import { mayOpenInquiry, mayReportReturn } from './limits'
import { eraseApplicant, removeExpired } from './retention'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from './testing/test-app'
import { endRead } from './testing/test-inquiry'

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

test('what is past its age is removed, more than a batch of it, and the rest stays', async () => {
  await insertEvents(2_300, daysAgo(91))
  await insertEvents(3, daysAgo(89))
  await insertAudit(daysAgo(731))
  await insertAudit(daysAgo(729))
  await db().rejectedDelivery.create({
    data: { id: uuid7At(daysAgo(91)), reason: 'no_header', bodyBytes: 1 },
  })
  const removed = { events: 2_300, rejectedDeliveries: 1, auditEntries: 1 }
  expect(await removeExpired({ now, dryRun: true })).toEqual(removed)
  expect(await db().webhookEvent.count()).toBe(2_303)
  expect(await db().auditEntry.count({ where: { action: 'retention.applied' } })).toBe(0)

  expect(await removeExpired({ now, dryRun: false })).toEqual(removed)
  expect(await db().webhookEvent.count()).toBe(3)
  expect(await db().auditEntry.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { action: 'inquiry.viewed' },
    { action: 'retention.applied', outcome: '2300_events_1_rejected_1_audit_entries' },
  ])
})

test('a run that finds nothing leaves no entry', async () => {
  expect(await removeExpired({ now, dryRun: false })).toMatchObject({ events: 0 })
  expect(await db().auditEntry.count()).toBe(0)
})

test('a removed event that is replayed reports nothing new, and makes a read due', async () => {
  const row = await insertOpenInquiry()
  const old = eventOf(row, 'DECLINED', daysAgo(100))
  await recordEvent(old, null)
  await recordEvent(eventOf(row, 'APPROVED', daysAgo(95)), null)
  await db().webhookEvent.updateMany({ data: { receivedAt: daysAgo(95) } })
  expect(await removeExpired({ now, dryRun: false })).toMatchObject({ events: 2 })
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
