/** The histories that granted a withdrawn approval when a status was merged from events and reads. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import type { Inquiry } from '../prisma-client/client'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from '../testing/test-app'
import { databaseTime } from '../testing/test-inquiry'
import type { ServiceInquiry } from '../verification/schemas'
import { openDueAccounts } from './account-openings'
import { bindInquiry } from './bind-inquiry'
import { applyRead } from './read-inquiry'
import { reconcileDue } from './reconcile'
import { recordEvent } from './record-event'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const CREATED = Date.parse('2026-11-01T00:00:00Z')
const event = (inquiry: Inquiry, status: 'APPROVED' | 'NEEDS_REVIEW' | 'DECLINED', nth: number) =>
  recordEvent(eventOf(inquiry, status, new Date(CREATED + nth * 1_000)), null)

const answer = (inquiry: Inquiry, status: string): ServiceInquiry => ({
  inquiryId: inquiry.inquiryId ?? randomUUID(),
  referenceId: inquiry.referenceId,
  status,
  reviewReasons: [],
  portalDecisionNote: null,
  portalDecidedAt: null,
  expiresAt: null,
})
const reload = (inquiry: Inquiry) =>
  db().inquiry.findUniqueOrThrow({ where: { id: inquiry.id }, include: { accountOpening: true } })

test('a read in flight grants nothing once an event has arrived', async () => {
  const inquiry = await insertOpenInquiry()
  expect(await event(inquiry, 'APPROVED', 1)).toEqual({ outcome: 'recorded', inquiry: inquiry.id })
  const beganAt = await databaseTime()
  await event(inquiry, 'NEEDS_REVIEW', 2)
  await applyRead(inquiry, answer(inquiry, 'APPROVED'), beganAt)
  expect(await reload(inquiry)).toMatchObject({
    status: null,
    reportedStatus: 'NEEDS_REVIEW',
    grantedAt: null,
    urgent: true,
  })
})

test('a lagging status endpoint grants nothing while it contradicts the newest event', async () => {
  const inquiry = await insertOpenInquiry()
  await event(inquiry, 'APPROVED', 1)
  await event(inquiry, 'NEEDS_REVIEW', 2)
  await applyRead(inquiry, answer(inquiry, 'APPROVED'), await databaseTime())
  expect(await reload(inquiry)).toMatchObject({ status: null, grantedAt: null })
})

test('a confirmed approval is granted once, and the outbox opens the account', async () => {
  const inquiry = await insertOpenInquiry()
  await event(inquiry, 'APPROVED', 1)
  expect(await applyRead(inquiry, answer(inquiry, 'APPROVED'), await databaseTime())).toBe(
    'granted',
  )
  expect(await applyRead(inquiry, answer(inquiry, 'APPROVED'), await databaseTime())).toBe(
    'applied',
  )
  expect((await reload(inquiry)).accountOpening).toMatchObject({ openedAt: null })
  expect(await openDueAccounts()).toBe(1)
  expect(await reload(inquiry)).toMatchObject({
    status: 'APPROVED',
    grantedAt: expect.any(Date),
    accountOpening: { openedAt: expect.any(Date), error: null, nextTryAt: null },
  })
})

test('when a grant is reversed, the applicant’s other approved attempt is granted by its next read', async () => {
  const first = await insertOpenInquiry()
  const second = await insertOpenInquiry({
    applicantHash: first.applicantHash,
    activeApplicantHash: null,
  })
  await applyRead(first, answer(first, 'APPROVED'), await databaseTime())
  await applyRead(second, answer(second, 'APPROVED'), await databaseTime())
  expect((await reload(second)).grantedAt).toBeNull()
  await applyRead(first, answer(first, 'DECLINED'), await databaseTime())
  expect(await reload(first)).toMatchObject({ grantedAt: null, reversedAt: expect.any(Date) })
  const waiting = await reload(second)
  expect(waiting.urgent).toBe(true)
  await applyRead(second, answer(second, 'APPROVED'), await databaseTime())
  expect((await reload(second)).grantedAt).not.toBeNull()
})

test('a reversal that an event reported is read again soon after a single 404', async () => {
  const inquiry = await insertOpenInquiry()
  await applyRead(inquiry, answer(inquiry, 'APPROVED'), await databaseTime())
  await event(inquiry, 'DECLINED', 1)
  app.service.answer((_, nth) =>
    nth === 1 ? { status: 404 } : { body: answer(inquiry, 'DECLINED') },
  )
  await reconcileDue(4_000)
  expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED', grantedAt: null })
})

const withoutReference = (inquiry: Inquiry, status: 'APPROVED' | 'DECLINED', nth: number) => {
  const reported = eventOf(inquiry, status, new Date(CREATED + nth * 1_000))
  delete reported.report?.data.referenceId
  return reported
}

test('an event that arrived before its inquiry was known counts when a later delivery names the inquiry (N10, N12)', async () => {
  const intent = await insertOpenInquiry({ inquiryId: null })
  const inquiry = { ...intent, inquiryId: randomUUID() }
  await recordEvent(withoutReference(inquiry, 'DECLINED', 2), null)
  await event(inquiry, 'APPROVED', 1)
  await applyRead(inquiry, answer(inquiry, 'APPROVED'), await databaseTime())
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'DECLINED', grantedAt: null })
})

test('events in one batch count by their own time, whichever of them names the inquiry', async () => {
  const intent = await insertOpenInquiry({ inquiryId: null })
  const inquiry = { ...intent, inquiryId: randomUUID() }
  await Promise.all([
    recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', new Date(CREATED)), null),
    recordEvent(withoutReference(inquiry, 'DECLINED', 2), null),
    event(inquiry, 'APPROVED', 1),
  ])
  await applyRead(inquiry, answer(inquiry, 'APPROVED'), await databaseTime())
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'DECLINED', grantedAt: null })
})

test('an event with another reference does not hide one that arrives with it', async () => {
  const inquiry = await insertOpenInquiry()
  await Promise.all([
    recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', new Date(CREATED)), null),
    event(inquiry, 'DECLINED', 1),
    event({ ...inquiry, referenceId: 'app-another' }, 'APPROVED', 2),
  ])
  await applyRead(inquiry, answer(inquiry, 'APPROVED'), await databaseTime())
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'DECLINED', grantedAt: null })
})

test('binding adopts no status from an event with another reference', async () => {
  const intent = await insertOpenInquiry({ inquiryId: null })
  const inquiryId = randomUUID()
  await event({ ...intent, inquiryId, referenceId: 'app-another' }, 'DECLINED', 1)
  await bindInquiry(intent.id, inquiryId)
  expect(await reload(intent)).toMatchObject({ inquiryId, reportedStatus: null, urgent: true })
})
