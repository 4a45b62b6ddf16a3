// Regressions: late answers, slow transactions, pauses and clocks once broke the core's promises in these ways.
import { beforeEach, expect, test, vi } from 'vitest'
import { listInquiries } from '../back-office/inquiry-list'
import { getOverview } from '../back-office/overview'
import { db } from '../database/db'
import * as mail from '../notify-customer'
import * as bank from '../open-account'
import { eraseApplicant } from '../privacy/erase-applicant'
import {
  beginRead,
  claimAll,
  deliverAndTakeIn,
  deliverEvent,
  endRead,
  eventOf,
  insertDue,
  insertOpenInquiry,
  makeDue,
  reload,
  serviceAnswer,
  takeInAll,
  withTestApp,
} from '../testing/test-app'
import { newServiceId, openedBody } from '../verification/wire'
import { getApplicantInquiry } from './applicant-inquiry'
import { finishClaim } from './finish-claim'
import { sendOpen } from './open-inquiry'
import { hasNoNextCall, nextCallAt, requestRead, requestReadWithin } from './queue'
import { applyFailure, readInquiry, type Unfinished } from './read-inquiry'
import { reconcileDue, reconcileSoon } from './reconcile'
import { recordEvent } from './record-event'
import { LONGEST_AWAITED_DELAY_MS } from './rules'
import { verificationService } from './verification-service'

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))
vi.mock('../notify-customer', () => ({ notifyCustomer: vi.fn() }))
const openAccount = vi.mocked(bank.openAccount)
const notifyCustomer = vi.mocked(mail.notifyCustomer)

const app = withTestApp()
const HOUR_MS = 3_600_000
beforeEach(async () => {
  openAccount.mockReset().mockResolvedValue({ account: 'A 1' })
  notifyCustomer.mockReset().mockResolvedValue(undefined)
  await db().webhookEvent.deleteMany()
  await db().inquiry.deleteMany()
})

type Inquiry = Awaited<ReturnType<typeof insertOpenInquiry>>
const viewOf = ({ applicantHash }: Inquiry) => getApplicantInquiry({ hash: applicantHash })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
async function pauseCalls(): Promise<void> {
  const pausedUntil = new Date(Date.now() + 600_000)
  await db().serviceGate.deleteMany()
  await db().serviceGate.create({ data: { id: 1, tokens: 10, pausedUntil } })
}
async function confirm(inquiry: Inquiry, status: string): Promise<Unfinished> {
  const unfinished = await endRead(inquiry, status)
  if (!unfinished) throw new Error('Nothing is left to do')
  return unfinished
}
async function claimOne() {
  const [claim] = await claimAll()
  if (!claim) throw new Error('Nothing can be claimed')
  return claim
}
function deferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

test.each([
  ['another read fails', (inquiry: Inquiry) => fail(inquiry)],
  ['staff refresh', ({ id }: Inquiry) => requestRead(id, { forgetsError: true })],
])(
  'after a read of another inquiry, the customer gets no id of it, also if %s',
  async (_, happens) => {
    const inquiry = await insertOpenInquiry()
    const others = serviceAnswer({ ...inquiry, referenceId: 'other' }, 'PENDING')
    app.service.answer(() => ({ body: others }))
    await readInquiry(await beginRead(inquiry), verificationService())
    await happens(inquiry)
    expect(await viewOf(inquiry)).toMatchObject({ stage: 'opening', inquiryId: null })
  },
)
async function fail(inquiry: Inquiry): Promise<void> {
  app.service.answer(() => ({ status: 503 }))
  await readInquiry(await beginRead(inquiry), verificationService())
}

test('an event that commits after a read was claimed and accepted is shown', async () => {
  const inquiry = await insertOpenInquiry()
  await db().$transaction(async (tx) => {
    // The INSERT has run, but its commit is slow, as with a slow disk or a synchronous replica.
    const { inquiryId: serviceInquiryId, ...event } = eventOf(inquiry, 'APPROVED', new Date())
    await tx.webhookEvent.create({ data: { ...event, serviceInquiryId } })
    await endRead(inquiry, 'PENDING')
  })
  await takeInAll()
  expect(await reload(inquiry)).toMatchObject({ status: 'PENDING', reportedStatus: 'APPROVED' })
})

test('an event is shown although the clock was set back since the last accepted read', async () => {
  const inquiry = await insertOpenInquiry({ status: 'PENDING', readAt: hoursAgo(-1) })
  await deliverAndTakeIn(inquiry, 'APPROVED')
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'APPROVED' })
})

test('an event without a reference that arrived before its open was answered is shown even while calls are paused (N12)', async () => {
  const inquiry = await makeDue(await insertOpenInquiry({ serviceInquiryId: null }))
  const claim = await claimOne()
  const serviceInquiryId = newServiceId()
  const event = eventOf({ ...inquiry, serviceInquiryId }, 'APPROVED', new Date())
  await recordEvent({ ...event, referenceId: null }, null)
  await reconcileDue(100)
  app.service.answer(() => ({ status: 201, body: openedBody(serviceInquiryId) }))
  await sendOpen(claim, verificationService())
  await pauseCalls()
  await reconcileDue(1_500)
  expect(await reload(inquiry)).toMatchObject({ serviceInquiryId, reportedStatus: 'APPROVED' })
})

test('without a loop, an event is taken in while all passes wait for slow calls', async () => {
  app.service.answer(() => 'silence')
  const passes: Promise<unknown>[] = []
  const soon = () => reconcileSoon((work) => void passes.push(work()))
  for (let n = 0; n < 4; n++) {
    await insertDue()
    soon()
  }
  await vi.waitUntil(() => app.service.requests.length === 4, 10_000)
  const inquiry = await insertOpenInquiry()
  await deliverEvent(inquiry, 'APPROVED')
  soon()
  await passes.at(-1)
  expect(await reload(inquiry)).toMatchObject({ reportedStatus: 'APPROVED' })
  app.service.answer(() => ({ status: 503 }))
  await Promise.all(passes)
})

test('staff see no failed notice once another claim has sent it', async () => {
  const inquiry = await insertOpenInquiry()
  const hanging = deferred<void>()
  notifyCustomer.mockReturnValueOnce(hanging.promise)
  const late = finishClaim(await confirm(inquiry, 'DECLINED'))
  await vi.waitUntil(() => notifyCustomer.mock.calls.length === 1, 10_000)
  await deliverAndTakeIn(inquiry, 'DECLINED')
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  hanging.reject(new TypeError('late'))
  await late
  expect(await reload(inquiry)).toMatchObject({ noticeError: null })
})

test('an account that opens after a second call refused it leads to a notice within minutes', async () => {
  const inquiry = await insertOpenInquiry()
  const hanging = deferred<{ account: string }>()
  openAccount.mockReturnValueOnce(hanging.promise).mockResolvedValueOnce({ refused: 'NO' })
  const late = finishClaim(await confirm(inquiry, 'APPROVED'))
  await vi.waitUntil(() => openAccount.mock.calls.length === 1, 10_000)
  await finishClaim(await confirm(inquiry, 'APPROVED'))
  hanging.resolve({ account: 'A 1' })
  await late
  expect(await db().notice.count({ where: { sentAt: null } })).toBe(1)
  expect(nextCallAt(await reload(inquiry))?.getTime()).toBeLessThan(Date.now() + 600_000)
})

test('an account that opens after its approval was withdrawn leads to no notice', async () => {
  const inquiry = await insertOpenInquiry()
  const hanging = deferred<{ account: string }>()
  openAccount.mockReturnValueOnce(hanging.promise)
  const late = finishClaim(await confirm(inquiry, 'APPROVED'))
  await vi.waitUntil(() => openAccount.mock.calls.length === 1, 10_000)
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  hanging.resolve({ account: 'A 1' })
  await late
  expect(notifyCustomer.mock.calls.map(([{ kind }]) => kind)).toEqual(['DECIDED', 'REVERSED'])
  expect(await db().notice.count({ where: { sentAt: null } })).toBe(0)
})

test('a review that is reported again while reads fail keeps its place and stays overdue', async () => {
  const review = { status: 'NEEDS_REVIEW', readAt: hoursAgo(1) }
  const longest = await insertOpenInquiry({ ...review, statusSince: hoursAgo(30) })
  const newer = await insertOpenInquiry({ ...review, statusSince: hoursAgo(2) })
  await deliverAndTakeIn(longest, 'NEEDS_REVIEW')
  expect((await getOverview()).problems).toContainEqual(
    expect.objectContaining({ name: 'DecisionsOverdue', count: 1 }),
  )
  const { items } = await listInquiries({ tab: 'review' })
  expect(items.map(({ id }) => id)).toEqual([longest.id, newer.id])
})

test('a reported status that no read confirms for a day is listed as a problem', async () => {
  const reported = { reportedStatus: 'NEEDS_REVIEW', reportedAt: hoursAgo(30) }
  const { id } = await insertOpenInquiry({ status: 'PENDING', ...reported })
  expect((await getOverview()).problems).toContainEqual(
    expect.objectContaining({ name: 'DecisionsOverdue', count: 1 }),
  )
  expect((await listInquiries({ tab: 'problems' })).items).toMatchObject([{ id }])
})

test('an instance that wakes up late doesn’t replace the key of an unanswered request (N2)', async () => {
  const inquiry = await insertOpenInquiry({ serviceInquiryId: null, openFailures: 2 })
  const send = async (claim = claimOne()) => sendOpen(await claim, verificationService())
  await db().inquiry.updateMany({ data: { lastError: 'HTTP_503' } })
  await makeDue(inquiry)
  const slow = await claimOne()
  app.service.answer(() => 'reset')
  await makeDue(inquiry)
  await send()
  app.service.answer(() => ({ status: 503 }))
  await send(Promise.resolve(slow))
  expect(await reload(inquiry)).toMatchObject({ openKey: inquiry.openKey, openFailures: 0 })
})

test('a customer’s return during a read still leads to another read within minutes', async () => {
  const inquiry = await insertOpenInquiry({ tries: 14 })
  const claim = await beginRead(inquiry)
  await requestReadWithin(inquiry.id, LONGEST_AWAITED_DELAY_MS)
  await endRead(inquiry, 'PENDING', { claim })
  const next = nextCallAt(await reload(inquiry))
  expect(next?.getTime()).toBeLessThan(Date.now() + LONGEST_AWAITED_DELAY_MS)
})

const MISSING = { readAt: hoursAgo(48), reportedAt: hoursAgo(40), missingSince: hoursAgo(30) }

test('while an event contradicts a decision, the app keeps reading until a read decides between them', async () => {
  const account = { grantedAt: hoursAgo(800), accountOpenedAt: hoursAgo(800), account: 'A' }
  const approved = { status: 'APPROVED', statusSince: hoursAgo(800), ...account }
  const inquiry = await insertOpenInquiry({ ...approved, ...MISSING })
  await deliverAndTakeIn(inquiry, 'DECLINED')
  await db().inquiry.update({ where: { id: inquiry.id }, data: MISSING })
  await applyFailure(await beginRead(inquiry), { kind: 'missing' }, 'NotFoundError')
  expect(await viewOf(inquiry)).toMatchObject({ stage: 'confirming' })
  expect(hasNoNextCall(await reload(inquiry))).toBe(false)
})

test('once the app gives up on refused reads, customer and staff see the same end', async () => {
  const reported = { status: 'COMPLETED', reportedStatus: 'APPROVED' }
  const inquiry = await insertOpenInquiry({ ...reported, ...MISSING })
  await applyFailure(await beginRead(inquiry), { kind: 'missing' }, 'NotFoundError')
  expect(await viewOf(inquiry)).toMatchObject({ stage: 'open_failed' })
  const seen = { status: 'COMPLETED', isBeingConfirmed: false }
  expect((await listInquiries({ tab: 'problems' })).items).toMatchObject([seen])
})

test('an erased applicant gets no further notice, and a claim under way does nothing', async () => {
  const inquiry = await insertOpenInquiry()
  const hanging = deferred<void>()
  notifyCustomer.mockReturnValueOnce(hanging.promise)
  const late = finishClaim(await confirm(inquiry, 'APPROVED'))
  await vi.waitUntil(() => notifyCustomer.mock.calls.length === 1, 10_000)
  await eraseApplicant(inquiry.referenceId)
  hanging.resolve()
  await late
  expect(notifyCustomer).toHaveBeenCalledTimes(1)
  expect(await db().inquiry.count()).toBe(0)
})
