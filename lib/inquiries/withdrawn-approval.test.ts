/** The histories that granted a withdrawn approval when a status was merged from events and reads. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import type { Inquiry } from '../prisma-client/client'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from '../testing/test-app'
import type { ServiceInquiry } from '../verification/schemas'
import { openDueAccounts } from './account-openings'
import { applyRead } from './read-inquiry'
import { recordEvent } from './record-event'
import { takeCalls } from './service-gate'

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
const begin = async () => (await takeCalls('awaited', 1)).at
const reload = (inquiry: Inquiry) =>
  db().inquiry.findUniqueOrThrow({ where: { id: inquiry.id }, include: { accountOpening: true } })

test('a read in flight grants nothing once an event has arrived', async () => {
  const inquiry = await insertOpenInquiry()
  expect(await event(inquiry, 'APPROVED', 1)).toEqual({ outcome: 'recorded', inquiry: inquiry.id })
  const beganAt = await begin()
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
  await applyRead(inquiry, answer(inquiry, 'APPROVED'), await begin())
  expect(await reload(inquiry)).toMatchObject({ status: null, grantedAt: null })
})

test('a confirmed approval is granted once, and the outbox opens the account', async () => {
  const inquiry = await insertOpenInquiry()
  await event(inquiry, 'APPROVED', 1)
  expect(await applyRead(inquiry, answer(inquiry, 'APPROVED'), await begin())).toBe('granted')
  expect(await applyRead(inquiry, answer(inquiry, 'APPROVED'), await begin())).toBe('applied')
  expect((await reload(inquiry)).accountOpening).toMatchObject({ openedAt: null })
  expect(await openDueAccounts()).toBe(1)
  expect(await reload(inquiry)).toMatchObject({
    status: 'APPROVED',
    grantedAt: expect.any(Date),
    accountOpening: { openedAt: expect.any(Date), error: null, nextTryAt: null },
  })
})

test('when a standing grant is reversed, the applicant’s other approved attempt is granted by its next read', async () => {
  const first = await insertOpenInquiry()
  const second = await insertOpenInquiry({
    applicantHash: first.applicantHash,
    activeApplicantHash: null,
  })
  await applyRead(first, answer(first, 'APPROVED'), await begin())
  await applyRead(second, answer(second, 'APPROVED'), await begin())
  expect((await reload(second)).grantedAt).toBeNull()
  await applyRead(first, answer(first, 'DECLINED'), await begin())
  expect(await reload(first)).toMatchObject({ grantedAt: null, reversedAt: expect.any(Date) })
  const waiting = await reload(second)
  expect(waiting.urgent).toBe(true)
  await applyRead(second, answer(second, 'APPROVED'), await begin())
  expect((await reload(second)).grantedAt).not.toBeNull()
})
