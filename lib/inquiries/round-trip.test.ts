// Opening, events and read-back together, on a real database and over real HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import type { Script } from '../testing/scripted-service'
import {
  eventOf,
  insertOpenInquiry,
  newApplicant,
  startTestApp,
  type TestApp,
} from '../testing/test-app'
import { applicantReturned, getApplicantInquiry } from './applicant-inquiry'
import { openInquiry } from './open-inquiry'
import { reconcileDue, reconcileOne } from './reconcile'
import { recordEvent } from './record-event'
import { getServicePause } from './service-gate'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const form = { product: 'everyday', note: '', terms: 'on' } as const
const latest = (hash: string) =>
  db().inquiry.findFirstOrThrow({ where: { applicantHash: hash }, orderBy: { id: 'desc' } })
const reload = (id: string) => db().inquiry.findUniqueOrThrow({ where: { id } })
const makeDue = (id: string) =>
  db().inquiry.update({ where: { id }, data: { nextReadAt: new Date(0) } })

interface FakeInquiry {
  inquiryId: string
  referenceId: string | null
}

/** A service that opens with this id and shows this status. */
const serves =
  (inquiry: FakeInquiry | (() => FakeInquiry), status: string, extra: object = {}): Script =>
  ({ method }) => {
    const { inquiryId, referenceId } = typeof inquiry === 'function' ? inquiry() : inquiry
    if (method === 'POST') return { status: 201, body: { inquiryId } }
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    return { body: { inquiryId, referenceId, status, reviewReasons: [], expiresAt, ...extra } }
  }

const shows = (
  row: { inquiryId: string | null; referenceId: string },
  status: string,
  extra = {},
) =>
  app.service.answer(
    serves({ inquiryId: row.inquiryId ?? '', referenceId: row.referenceId }, status, extra),
  )

test('the intent is committed before the service is called (principle 2)', async () => {
  const applicant = newApplicant()
  let seen: unknown
  app.service.answer(async () => {
    seen = (await latest(applicant.hash)).openState
    return { status: 201, body: { inquiryId: crypto.randomUUID() } }
  })
  await openInquiry(applicant, form)
  expect(seen).toBe('OPENING')
  expect(await latest(applicant.hash)).toMatchObject({ openState: 'OPEN' })
})

test('ten opens at once by one applicant ask the service once', async () => {
  const applicant = newApplicant()
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await Promise.all(Array.from({ length: 10 }, () => openInquiry(applicant, form)))
  expect(await db().inquiry.count({ where: { applicantHash: applicant.hash } })).toBe(1)
  expect(app.service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('an open whose answer was lost is sent again, the same bytes under the same key', async () => {
  const applicant = newApplicant()
  app.service.answer(() => 'reset')
  await openInquiry(applicant, form)
  const lost = await latest(applicant.hash)
  expect(lost).toMatchObject({ openState: 'OPENING', inquiryId: null })
  const first = app.service.requests[0]
  const inquiryId = crypto.randomUUID()
  app.service.answer(() => ({ status: 201, body: { inquiryId } }))
  await makeDue(lost.id)
  await reconcileOne(lost.id)
  expect(app.service.requests[0]).toMatchObject({ method: 'POST', body: first?.body })
  expect(app.service.requests[0]?.headers['idempotency-key']).toBe(
    first?.headers['idempotency-key'],
  )
  expect(await reload(lost.id)).toMatchObject({ openState: 'OPEN', inquiryId })
})

test('a refused open is told to the applicant, who may try again', async () => {
  const applicant = newApplicant()
  app.service.answer(() => ({ status: 422, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }))
  await openInquiry(applicant, form)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await openInquiry(applicant, form)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'ready' })
})

test('an answer that differs from what an event bound is an orphan, not a second binding (N2)', async () => {
  const applicant = newApplicant()
  const answered = crypto.randomUUID()
  let bound = ''
  app.service.answer(async () => {
    const row = await latest(applicant.hash)
    const event = eventOf(row, 'NEEDS_REVIEW', new Date())
    bound = event.report?.data.inquiryId ?? ''
    await recordEvent(event, null)
    return { status: 201, body: { inquiryId: answered } }
  })
  await openInquiry(applicant, form)
  expect(await latest(applicant.hash)).toMatchObject({ inquiryId: bound, orphanId: answered })
})

test('an approval is granted once, and only when the read-back confirms it (principle 3)', async () => {
  const row = await insertOpenInquiry()
  const applicant = { hash: row.applicantHash }
  await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'confirming',
    accountOpened: false,
  })
  shows(row, 'APPROVED')
  await reconcileOne(row.id)
  const granted = await reload(row.id)
  expect(granted).toMatchObject({ decision: 'APPROVED', nextReadAt: null })
  expect(granted.grantedAt).not.toBeNull()
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'approved',
    accountOpened: true,
  })
  await makeDue(row.id)
  await reconcileOne(row.id)
  const openings = { inquiryRow: row.id, action: 'account.opened' }
  expect(await db().auditEntry.count({ where: openings })).toBe(1)
  expect((await reload(row.id)).grantedAt).toEqual(granted.grantedAt)
})

test('an approval that the read denies is never granted', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
  const longAgo = new Date(Date.now() - 3_600_000)
  await db().inquiry.update({ where: { id: row.id }, data: { statusReceivedAt: longAgo } })
  shows(row, 'PENDING')
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({ status: 'PENDING', grantedAt: null })
})

test('a read that lags behind its event does not undo it, and is asked again (N6)', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
  shows(row, 'PENDING')
  await reconcileOne(row.id)
  const waiting = await reload(row.id)
  expect(waiting).toMatchObject({ status: 'APPROVED', confirmedAt: null, grantedAt: null })
  expect(waiting.nextReadAt).not.toBeNull()
  shows(row, 'APPROVED')
  await makeDue(row.id)
  await reconcileOne(row.id)
  expect((await reload(row.id)).grantedAt).not.toBeNull()
})

test('FAILED has no event: the read-back brings it, and the applicant may begin again', async () => {
  const row = await insertOpenInquiry()
  const applicant = { hash: row.applicantHash }
  shows(row, 'FAILED')
  expect(await applicantReturned(applicant)).toBe(row.id)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'failed' })
  expect(await reload(row.id)).toMatchObject({ nextReadAt: null, liveFor: null })
})

test('an expired inquiry is told as expired, and goes on being read for a while (N7)', async () => {
  const row = await insertOpenInquiry()
  shows(row, 'PENDING', { expiresAt: new Date(Date.now() - 1000).toISOString() })
  await makeDue(row.id)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
    stage: 'expired',
    inquiryId: null,
  })
  expect(await reload(row.id)).toMatchObject({ liveFor: null, nextReadAt: expect.any(Date) })
})

test('a status never seen before holds: nothing is granted, and it is read again (N5)', async () => {
  const row = await insertOpenInquiry()
  shows(row, 'ESCALATED')
  await makeDue(row.id)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({ stage: 'unknown' })
  expect(await reload(row.id)).toMatchObject({ grantedAt: null, nextReadAt: expect.any(Date) })
})

test('a reversal after a decision is recorded, and the grant is left for staff to judge (N5)', async () => {
  const row = await insertOpenInquiry()
  shows(row, 'APPROVED')
  await makeDue(row.id)
  await reconcileOne(row.id)
  await recordEvent(eventOf(row, 'DECLINED', new Date()), null)
  shows(row, 'DECLINED')
  await reconcileOne(row.id)
  const reversed = await reload(row.id)
  expect(reversed).toMatchObject({ status: 'DECLINED', decision: 'DECLINED' })
  expect(reversed.reversedAt).not.toBeNull()
  expect(reversed.grantedAt).not.toBeNull()
})

test('an event that comes during a read is followed by another read', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(async (request, nth) => {
    const before = await serves(row as FakeInquiry, 'PENDING')(request, nth)
    await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
    return before
  })
  await makeDue(row.id)
  await reconcileOne(row.id)
  const after = await reload(row.id)
  expect(after).toMatchObject({ status: 'APPROVED', confirmedAt: null })
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('an answer for another inquiry concludes nothing', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(
    serves({ inquiryId: row.inquiryId ?? '', referenceId: 'someone-else' }, 'APPROVED'),
  )
  await makeDue(row.id)
  await reconcileOne(row.id)
  expect(await reload(row.id)).toMatchObject({ status: null, readError: 'REFERENCE_MISMATCH' })
})

test('429 pauses every read of the key for as long as Retry-After says, and 401 tells staff why', async () => {
  const [one, two] = [await insertOpenInquiry(), await insertOpenInquiry()]
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '120' } }))
  await makeDue(one.id)
  await reconcileOne(one.id)
  expect(await getServicePause(new Date())).toMatchObject({ reason: 'RATE_LIMITED' })
  await makeDue(two.id)
  app.service.requests.length = 0
  expect(await reconcileDue()).toBe(0)
  expect(app.service.requests).toEqual([])

  await db().serviceGate.deleteMany()
  app.service.answer(() => ({ status: 401 }))
  await reconcileOne(two.id)
  expect(await getServicePause(new Date())).toMatchObject({ reason: 'KEY_REFUSED' })
  await db().serviceGate.deleteMany()
})
