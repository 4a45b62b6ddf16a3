// How an answer changes its row and, in the same transaction, the grant. rules.ts decides which answers are accepted.
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { db } from '../database/db'
import { log } from '../runtime/log'
import {
  anotherAttempt,
  beginRead,
  deliverAndTakeIn,
  deliverEvent,
  endRead,
  insertOpenInquiry,
  letPass,
  reload,
  serviceAnswer,
  takeInAll,
  trailOf,
  unknownEvent,
  withTestApp,
} from '../testing/test-app'
import { hasWaitingEvent } from './inbox'
import { readInquiry } from './read-inquiry'
import { recordEvent } from './record-event'
import { getServicePause } from './service-gate'
import { verificationService } from './verification-service'

const DAY_MS = 24 * 3_600_000

const app = withTestApp()

type Inquiry = Awaited<ReturnType<typeof insertOpenInquiry>>

/** Claims the inquiry, as the reconciler does, and makes the call. */
const claimAndRead = async (inquiry: Inquiry) =>
  readInquiry(await beginRead(inquiry), verificationService())

test('a read stores the service’s answer and the time of its claim', async () => {
  const inquiry = await insertOpenInquiry({ lastError: 'UnavailableError', tries: 4 })
  const claim = await beginRead(inquiry)
  const fields = {
    expiresAt: new Date('2027-01-01T00:00:00Z'),
    reviewReasons: ['Glare'],
    portalDecisionNote: 'Seen by two',
    portalDecidedAt: new Date('2026-01-01T00:00:00Z'),
  }
  await endRead(inquiry, 'NEEDS_REVIEW', { ...fields, claim })
  expect(await reload(inquiry)).toMatchObject({
    ...fields,
    status: 'NEEDS_REVIEW',
    statusSince: expect.any(Date),
    readAt: claim.claimedAt,
    tries: 0,
    lastError: null,
  })
})

test('each status change is stored in the history, and an unchanged status isn’t', async () => {
  const inquiry = await insertOpenInquiry()
  const claim = await beginRead(inquiry)
  await endRead(inquiry, 'NEEDS_REVIEW', { claim })
  const { statusSince } = await reload(inquiry)
  await endRead(inquiry, 'NEEDS_REVIEW')
  expect(await reload(inquiry)).toMatchObject({ statusSince })
  for (let n = 0; n < 2; n++) await endRead(inquiry, 'DECLINED')
  expect(await reload(inquiry)).toMatchObject({ reversedAt: null })
  const where = { inquiryId: inquiry.id }
  expect(await db().statusChange.findMany({ where, orderBy: { at: 'asc' } })).toMatchObject([
    { fromStatus: null, toStatus: 'NEEDS_REVIEW', at: statusSince },
    { fromStatus: 'NEEDS_REVIEW', toStatus: 'DECLINED' },
  ])
})

test('the read that was claimed last wins, whichever ends last', async () => {
  const info = vi.spyOn(log, 'info')
  const inquiry = await insertOpenInquiry()
  const early = await beginRead(inquiry)
  const late = await beginRead(inquiry)
  await endRead(inquiry, 'APPROVED', { claim: early })
  expect(await reload(inquiry)).toMatchObject({ status: null, grantedAt: null, dueAt: late.dueAt })
  expect(info).toHaveBeenLastCalledWith('claim_void', { inquiry: inquiry.id })
  await endRead(inquiry, 'DECLINED', { claim: late })
  await endRead(inquiry, 'APPROVED', { claim: early })
  expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED', grantedAt: null })
})

test('a read in flight grants nothing once an event has arrived, whether or not it is taken in', async () => {
  const inquiry = await insertOpenInquiry()
  const early = await beginRead(inquiry)
  await deliverEvent(inquiry, 'NEEDS_REVIEW')
  const before = await reload(inquiry)
  await endRead(inquiry, 'APPROVED', { claim: early })
  expect(await reload(inquiry)).toEqual(before)
  await takeInAll()
  await endRead(inquiry, 'APPROVED', { claim: early })
  expect(await reload(inquiry)).toMatchObject({ status: null, grantedAt: null })
})

test('an event that names no inquiry voids no claim', async () => {
  const unknown = unknownEvent()
  await recordEvent(unknown, null)
  expect(await hasWaitingEvent({ serviceInquiryId: null }, db())).toBe(false)
})

test('a read that lags behind an event changes nothing; a minute later it wins (N6)', async () => {
  const info = vi.spyOn(log, 'info')
  const inquiry = await insertOpenInquiry({ lastError: 'UnavailableError' })
  await deliverEvent(inquiry, 'APPROVED', 1)
  await deliverEvent(inquiry, 'NEEDS_REVIEW', 2)
  await endRead(inquiry, 'APPROVED')
  expect(await reload(inquiry)).toMatchObject({
    status: null,
    readAt: null,
    grantedAt: null,
    urgent: true,
    lastError: null,
  })
  expect(info).toHaveBeenLastCalledWith('read_in_doubt', { inquiry: inquiry.id })
  await letPass(inquiry, 61_000)
  await endRead(inquiry, 'APPROVED')
  expect(await reload(inquiry)).toMatchObject({ status: 'APPROVED', urgent: false })
})

test('an event puts reads in doubt for a minute, even after one has confirmed it (N6)', async () => {
  const inquiry = await insertOpenInquiry()
  await deliverEvent(inquiry, 'DECLINED')
  for (const status of ['DECLINED', 'APPROVED']) await endRead(inquiry, status)
  expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED', grantedAt: null })
})

test('a decline puts an approval in doubt, even if more approvals follow than a read looks at', async () => {
  const inquiry = await insertOpenInquiry()
  // This approval would outweigh the decline, but it isn't among the last hundred.
  await deliverEvent(inquiry, 'APPROVED', 9)
  await letPass(inquiry, 1_000)
  await deliverEvent(inquiry, 'DECLINED')
  for (let n = 0; n < 100; n++) await deliverEvent(inquiry, 'APPROVED')
  await endRead(inquiry, 'APPROVED')
  expect(await reload(inquiry)).toMatchObject({ status: null, grantedAt: null })
})

test.each([
  ['another inquiryId', { inquiryId: randomUUID() }],
  ['another referenceId', { referenceId: 'another' }],
  // We open every inquiry with a reference, so one without (N21) isn't ours.
  ['no referenceId', { referenceId: null }],
])('a response with %s is ignored, logged and shown to staff', async (_, wrong) => {
  const error = vi.spyOn(log, 'error')
  const inquiry = await insertOpenInquiry()
  app.service.answer(() => ({ body: { ...serviceAnswer(inquiry, 'APPROVED'), ...wrong } }))
  await claimAndRead(inquiry)
  expect(await reload(inquiry)).toMatchObject({
    status: null,
    grantedAt: null,
    lastError: 'REFERENCE_MISMATCH',
    missingSince: expect.any(Date),
    dueAt: expect.any(Date),
  })
  expect(error.mock.calls).toEqual([
    ['read_mismatch', { inquiry: inquiry.id, correlationId: inquiry.correlationId }],
  ])
})

test('a read names the service’s id and our correlation id, and an inquiry without the service’s id isn’t read', async () => {
  app.service.answer(() => ({ status: 404 }))
  const inquiry = await insertOpenInquiry()
  for (const one of [inquiry, await insertOpenInquiry({ serviceInquiryId: null })])
    await claimAndRead(one)
  expect(app.service.requests).toMatchObject([
    {
      path: `/api/v1/customer/inquiries/${inquiry.serviceInquiryId}`,
      headers: { 'x-correlation-id': inquiry.correlationId },
    },
  ])
})

test('a failed read is recorded on its row, repeated, and affects only that row', async () => {
  const warn = vi.spyOn(log, 'warn')
  app.service.answer(() => ({ status: 503 }))
  const [inquiry, other] = [await insertOpenInquiry(), await insertOpenInquiry()]
  const startedAt = Date.now()
  await claimAndRead(inquiry)
  const after = await reload(inquiry)
  expect(after).toMatchObject({ lastError: 'HTTP_503', missingSince: null })
  expect(after.dueAt?.getTime()).toBeGreaterThan(startedAt)
  expect(await reload(other)).toEqual(other)
  const line = {
    inquiry: inquiry.id,
    correlationId: inquiry.correlationId,
    error: 'HTTP_503',
    status: 503,
  }
  expect(warn).toHaveBeenCalledWith('read_failed', line)
})

test('a 429 to a read pauses every call with the key', async () => {
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '120' } }))
  await claimAndRead(await insertOpenInquiry())
  expect(await getServicePause()).toMatchObject({ reason: 'RATE_LIMITED' })
})

test('an error that isn’t the service’s is thrown', async () => {
  const claim = await beginRead(await insertOpenInquiry())
  const service = verificationService()
  vi.spyOn(service, 'getInquiry').mockRejectedValue(new TypeError('A bug'))
  await expect(readInquiry(claim, service)).rejects.toThrow(TypeError)
})

test('a failed read stays urgent while an event waits for it, however old the event is', async () => {
  const inquiry = await insertOpenInquiry({ status: 'DECLINED', readAt: new Date(0) })
  app.service.answer(() => ({ status: 503 }))
  await deliverEvent(inquiry, 'APPROVED')
  await letPass(inquiry, DAY_MS)
  await claimAndRead(inquiry)
  expect(await reload(inquiry)).toMatchObject({ urgent: true })
})

test('an event that arrives during a failing read keeps its own read due', async () => {
  const inquiry = await insertOpenInquiry()
  app.service.answer(async () => {
    await deliverEvent(inquiry, 'APPROVED')
    return { status: 404 }
  })
  await claimAndRead(inquiry)
  expect(await reload(inquiry)).toMatchObject({ lastError: null, missingSince: null })
})

test.each([404, 410, 400, 403])(
  'the app gives up on an inquiry after a day of reads refused with %i, and an event makes it due again',
  async (status) => {
    const inquiry = await insertOpenInquiry({ status: 'COMPLETED' })
    app.service.answer(() => ({ status }))
    await claimAndRead(inquiry)
    await letPass(inquiry, DAY_MS - 60_000)
    await claimAndRead(inquiry)
    expect((await reload(inquiry)).dueAt).not.toBeNull()
    await letPass(inquiry, 60_000)
    await claimAndRead(inquiry)
    const lastError = status === 404 ? 'NotFoundError' : 'RejectedError'
    expect(await reload(inquiry)).toMatchObject({ dueAt: null, lastError })
    // An event makes a read due again, and a failure of that read is repeated soon.
    await deliverEvent(inquiry, 'APPROVED')
    await claimAndRead(inquiry)
    expect((await reload(inquiry)).dueAt?.getTime()).toBeLessThan(Date.now() + 60_000)
  },
)

test('an accepted read clears the reported status, and a failed one or one in doubt doesn’t', async () => {
  const inquiry = await insertOpenInquiry({ status: 'PENDING' })
  await deliverAndTakeIn(inquiry, 'APPROVED', 1)
  app.service.answer(() => ({ status: 503 }))
  await claimAndRead(inquiry)
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'APPROVED', grantedAt: null })
  await endRead(inquiry, 'PENDING')
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'APPROVED', status: 'PENDING' })
  await deliverAndTakeIn(inquiry, 'DECLINED', 2)
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'DECLINED', reportsDisagree: true })
  await endRead(inquiry, 'DECLINED')
  const cleared = { reportedStatus: null, reportedAt: null, reportsDisagree: false }
  expect(await reload(inquiry)).toMatchObject({ status: 'DECLINED', ...cleared })
})

test('an approval two seconds after a review is granted by the first read that shows it', async () => {
  const inquiry = await insertOpenInquiry()
  await deliverAndTakeIn(inquiry, 'NEEDS_REVIEW', 1)
  await endRead(inquiry, 'NEEDS_REVIEW')
  await deliverAndTakeIn(inquiry, 'APPROVED', 3)
  await endRead(inquiry, 'APPROVED')
  expect(await reload(inquiry)).toMatchObject({ status: 'APPROVED', grantedAt: expect.any(Date) })
})

test('a confirmed decision, and each reversal of it, becomes a notice in the same transaction', async () => {
  const inquiry = await insertOpenInquiry()
  for (const status of ['NEEDS_REVIEW', 'DECLINED', 'DECLINED', 'APPROVED', 'ESCALATED'])
    await endRead(inquiry, status)
  const where = { inquiryId: inquiry.id }
  expect(await db().notice.findMany({ where, orderBy: { at: 'asc' } })).toMatchObject([
    { kind: 'DECIDED', status: 'DECLINED', sentAt: null },
    { kind: 'REVERSED', status: 'APPROVED' },
    { kind: 'REVERSED', status: 'ESCALATED' },
  ])
})

test('an approval is granted once, and the same claim opens its account', async () => {
  const inquiry = await insertOpenInquiry()
  await deliverEvent(inquiry, 'APPROVED')
  const claim = await beginRead(inquiry)
  const unfinished = await endRead(inquiry, 'APPROVED', { claim })
  const { grantedAt, dueAt } = await reload(inquiry)
  expect(unfinished).toMatchObject({ claim, grantedAt })
  expect(unfinished?.nextReadAt?.getTime()).toBeLessThan(Date.now() + 61_000)
  // If the instance crashes while it opens the account, the inquiry is due again after openAccount's deadline.
  expect(dueAt?.getTime()).toBeGreaterThan(Date.now() + 30_000)
  expect(dueAt).not.toEqual(unfinished?.nextReadAt)
  expect(await endRead(inquiry, 'APPROVED')).toMatchObject({ grantedAt })
  const done = { accountOpenedAt: new Date(), account: '1' }
  await db().inquiry.update({ where: { id: inquiry.id }, data: done })
  await db().notice.deleteMany({ where: { inquiryId: inquiry.id } })
  expect(await endRead(inquiry, 'APPROVED')).toBeNull()
  expect(await trailOf(inquiry)).toEqual(['account.granted: granted'])
})

test('an approval that now reads otherwise is withdrawn and marked as reversed (N5)', async () => {
  const inquiry = await insertOpenInquiry()
  await endRead(inquiry, 'APPROVED')
  await endRead(inquiry, 'ESCALATED')
  const reversed = { status: 'ESCALATED', grantedAt: null, reversedAt: expect.any(Date) }
  expect(await reload(inquiry)).toMatchObject(reversed)
  expect(await trailOf(inquiry)).toEqual([
    'account.granted: granted',
    'account.withdrawn: reversed',
  ])
  const ours = { inquiryId: inquiry.id, actor: 'system' }
  expect(await db().auditEntry.count({ where: ours })).toBe(2)
})

test('an account marked as blocked stays so until another approval is withdrawn', async () => {
  const inquiry = await insertOpenInquiry()
  await endRead(inquiry, 'APPROVED')
  await endRead(inquiry, 'DECLINED')
  const data = { accountBlockedAt: new Date(), accountBlockedBy: inquiry.id }
  await db().inquiry.update({ where: { id: inquiry.id }, data })
  for (const status of ['FAILED', 'APPROVED']) {
    await endRead(inquiry, status)
    expect(await reload(inquiry)).toMatchObject(data)
  }
  await endRead(inquiry, 'DECLINED')
  expect(await reload(inquiry)).toMatchObject({ accountBlockedAt: null, accountBlockedBy: null })
})

test('two attempts that are approved at the same time get one grant, and one audit entry says why', async () => {
  const first = await insertOpenInquiry()
  const second = await anotherAttempt(first)
  const reads = [
    { inquiry: first, claim: await beginRead(first) },
    { inquiry: second, claim: await beginRead(second) },
  ]
  await Promise.all(reads.map(({ inquiry, claim }) => endRead(inquiry, 'APPROVED', { claim })))
  for (const inquiry of [first, second]) await endRead(inquiry, 'APPROVED')
  const rows = [await reload(first), await reload(second)]
  expect(rows.filter(({ grantedAt }) => grantedAt !== null)).toHaveLength(1)
  expect([...(await trailOf(first)), ...(await trailOf(second))].toSorted()).toEqual([
    'account.granted: granted',
    'account.not_granted: has_one_already',
  ])
})

test('a withdrawal makes the applicant’s other approved attempts due and urgent, and a fresh read grants one', async () => {
  const first = await insertOpenInquiry()
  const [second, declined] = [
    await anotherAttempt(first),
    await anotherAttempt(first, { status: 'DECLINED' }),
  ]
  await endRead(first, 'APPROVED')
  for (let n = 0; n < 2; n++) await endRead(second, 'APPROVED')
  expect(await reload(second)).toMatchObject({ grantedAt: null, urgent: false, tries: 1 })
  await endRead(first, 'DECLINED')
  const waiting = await reload(second)
  // Zero tries, so a failed read is repeated soon.
  expect(waiting).toMatchObject({ grantedAt: null, urgent: true, tries: 0 })
  expect(waiting.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1)
  expect(await reload(declined)).toEqual(declined)
  expect(await endRead(second, 'APPROVED')).toMatchObject({ grantedAt: expect.any(Date) })
})

test('an applicant with an account gets no second one, only their own back', async () => {
  const asked = { accountAskedAt: new Date() }
  const opened = { ...asked, accountOpenedAt: new Date(), account: '1' }
  const first = await insertOpenInquiry(opened)
  const second = await anotherAttempt(first)
  await endRead(first, 'APPROVED')
  await endRead(first, 'DECLINED')
  expect(await endRead(second, 'APPROVED')).toMatchObject({ grantedAt: null })
  expect(await reload(second)).toMatchObject({ status: 'APPROVED', grantedAt: null })
  expect(await trailOf(second)).toEqual(['account.not_granted: has_one_already'])
  expect(await endRead(first, 'APPROVED')).toMatchObject({ grantedAt: null })
  expect(await reload(first)).toMatchObject({ grantedAt: expect.any(Date), ...opened })
})
