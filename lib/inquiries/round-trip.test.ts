// Opening, events and reads together, on a real database and over real HTTP.

import { expect, test, vi } from 'vitest'
import { db } from '../db'
import { filledForm } from '../testing/filled-form'
import type { Script } from '../testing/scripted-service'
import { eventOf, insertOpenInquiry, newApplicant } from '../testing/test-app'
import { makeDue, reload, withTestApp } from '../testing/test-inquiry'
import { applicantReturned, getApplicantInquiry } from './applicant-inquiry'
import { openInquiry } from './open-inquiry'
import { reconcileDue, reconcileOne } from './reconcile'
import { recordEvent } from './record-event'
import { getServicePause } from './service-gate'

vi.mock('../open-account', () => ({ openAccount: async () => ({ account: '1' }) }))

const app = withTestApp()

const form = filledForm()
const latest = (hash: string) =>
  db().inquiry.findFirstOrThrow({ where: { applicantHash: hash }, orderBy: { id: 'desc' } })

interface FakeInquiry {
  inquiryId: string
  referenceId: string | null
}

/** A service that returns this id to an open and this status to a read. */
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

test('ten concurrent opens by one applicant call the service once', async () => {
  const applicant = newApplicant()
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await Promise.all(Array.from({ length: 10 }, () => openInquiry(applicant, form)))
  expect(await db().inquiry.count({ where: { applicantHash: applicant.hash } })).toBe(1)
  expect(app.service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('an open whose response was lost is resent, with the same bytes and the same key', async () => {
  const applicant = newApplicant()
  app.service.answer(() => 'reset')
  await openInquiry(applicant, form)
  const lost = await latest(applicant.hash)
  expect(lost).toMatchObject({ openState: 'OPENING', inquiryId: null })
  const first = app.service.requests[0]
  const inquiryId = crypto.randomUUID()
  app.service.answer(() => ({ status: 201, body: { inquiryId } }))
  await makeDue(lost)
  await reconcileOne(lost.id)
  expect(app.service.requests[0]).toMatchObject({ method: 'POST', body: first?.body })
  expect(app.service.requests[0]?.headers['idempotency-key']).toBe(
    first?.headers['idempotency-key'],
  )
  expect(await reload(lost)).toMatchObject({ openState: 'OPEN', inquiryId })
})

test('an applicant whose open was refused sees that, and can try again', async () => {
  const applicant = newApplicant()
  app.service.answer(() => ({ status: 422, body: { code: 'TEMPLATE_REVISION_NOT_PUBLISHED' } }))
  await openInquiry(applicant, form)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'open_failed' })
  app.service.answer(() => ({ status: 201, body: { inquiryId: crypto.randomUUID() } }))
  await openInquiry(applicant, form)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'ready' })
})

test('if an event has bound an inquiry, a response with a different id is kept as an orphan (N2)', async () => {
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

test('an approval is granted once, and only when a read confirms it (principle 3)', async () => {
  const row = await insertOpenInquiry()
  const applicant = { hash: row.applicantHash }
  await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'confirming',
    accountOpened: false,
  })
  shows(row, 'APPROVED')
  await reconcileOne(row.id)
  const granted = await reload(row)
  expect(granted).toMatchObject({ status: 'APPROVED', grantedAt: expect.any(Date) })
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'approved',
    accountOpened: true,
  })
  await makeDue(row)
  await reconcileOne(row.id)
  const openings = { inquiryRow: row.id, action: 'account.opened' }
  expect(await db().auditEntry.count({ where: openings })).toBe(1)
  expect((await reload(row)).grantedAt).toEqual(granted.grantedAt)
})

test('an approval that the read does not confirm is never granted', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
  const longAgo = new Date(Date.now() - 3_600_000)
  await db().inquiry.update({ where: { id: row.id }, data: { heardAt: longAgo } })
  shows(row, 'PENDING')
  await reconcileOne(row.id)
  expect(await reload(row)).toMatchObject({ status: 'PENDING', grantedAt: null })
})

test('a read that lags behind its event confirms nothing, and is repeated (N6)', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
  shows(row, 'PENDING')
  await reconcileOne(row.id)
  const waiting = await reload(row)
  expect(waiting).toMatchObject({
    reportedStatus: 'APPROVED',
    status: null,
    grantedAt: null,
    nextReadAt: expect.any(Date),
  })
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
    stage: 'confirming',
  })
  shows(row, 'APPROVED')
  await makeDue(row)
  await reconcileOne(row.id)
  expect((await reload(row)).grantedAt).not.toBeNull()
})

test('FAILED has no event: a read finds it, and the applicant can apply again', async () => {
  const row = await insertOpenInquiry()
  const applicant = { hash: row.applicantHash }
  shows(row, 'FAILED')
  expect(await applicantReturned(applicant, '192.0.2.1')).toBe(row.id)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ stage: 'failed' })
  expect(await reload(row)).toMatchObject({ status: 'FAILED', activeApplicantHash: null })
})

test('an expired inquiry is shown as expired, and is still read for a while (N7)', async () => {
  const row = await insertOpenInquiry()
  shows(row, 'PENDING', { expiresAt: new Date(Date.now() - 1000).toISOString() })
  await makeDue(row)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({
    stage: 'expired',
    inquiryId: null,
  })
  expect(await reload(row)).toMatchObject({
    activeApplicantHash: null,
    nextReadAt: expect.any(Date),
  })
})

test('an unknown status grants nothing and is read again (N5)', async () => {
  const row = await insertOpenInquiry()
  shows(row, 'ESCALATED')
  await makeDue(row)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry({ hash: row.applicantHash })).toMatchObject({ stage: 'unknown' })
  expect(await reload(row)).toMatchObject({ grantedAt: null, nextReadAt: expect.any(Date) })
})

test('a reversal withdraws the grant, and the applicant no longer sees an open account (N5)', async () => {
  const row = await insertOpenInquiry()
  const applicant = { hash: row.applicantHash }
  shows(row, 'APPROVED')
  await makeDue(row)
  await reconcileOne(row.id)
  expect(await getApplicantInquiry(applicant)).toMatchObject({ accountOpened: true })
  await recordEvent(eventOf(row, 'DECLINED', new Date()), null)
  shows(row, 'DECLINED')
  await reconcileOne(row.id)
  expect(await reload(row)).toMatchObject({
    status: 'DECLINED',
    grantedAt: null,
    reversedAt: expect.any(Date),
    accountOpening: { openedAt: expect.any(Date) },
  })
  expect(await getApplicantInquiry(applicant)).toMatchObject({
    stage: 'declined',
    accountOpened: false,
  })
})

test('a read during which an event arrives is discarded, and another read is due', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(async (request, nth) => {
    const before = await serves(row as FakeInquiry, 'PENDING')(request, nth)
    await recordEvent(eventOf(row, 'APPROVED', new Date()), null)
    return before
  })
  await makeDue(row)
  await reconcileOne(row.id)
  const after = await reload(row)
  expect(after).toMatchObject({ status: null, reportedStatus: 'APPROVED', urgent: true })
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1)
})

test('a response about another inquiry is ignored', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(
    serves({ inquiryId: row.inquiryId ?? '', referenceId: 'someone-else' }, 'APPROVED'),
  )
  await makeDue(row)
  await reconcileOne(row.id)
  expect(await reload(row)).toMatchObject({ status: null, readError: 'REFERENCE_MISMATCH' })
})

test('a 429 or a 401 pauses every read with the key, and the pause says why', async () => {
  const [one, two] = [await insertOpenInquiry(), await insertOpenInquiry()]
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '120' } }))
  await makeDue(one)
  await reconcileOne(one.id)
  expect(await getServicePause(new Date())).toMatchObject({ reason: 'RATE_LIMITED' })
  await makeDue(two)
  app.service.requests.length = 0
  expect(await reconcileDue(100)).toMatchObject({ reconciled: 0 })
  expect(app.service.requests).toEqual([])

  await db().serviceGate.deleteMany()
  app.service.answer(() => ({ status: 401 }))
  await reconcileOne(two.id)
  expect(await getServicePause(new Date())).toMatchObject({ reason: 'KEY_REFUSED' })
  await db().serviceGate.deleteMany()
})
