// An adversary's tests: what happens around openAccount.
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import * as merchant from '../open-account'
import { insertOpenInquiry } from '../testing/test-app'
import {
  beginRead,
  endRead,
  hearEvent,
  letPass,
  makeDue,
  reload,
  serviceAnswer,
  withTestApp,
} from '../testing/test-inquiry'
import { openGrantedAccount } from './open-granted-account'
import { applyFailure } from './read-inquiry'
import { reconcileDue } from './reconcile'
import { recordEvent } from './record-event'

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))
const deadline = vi.hoisted(() => ({ ms: 0 }))
vi.mock('../verification/client', async (original) => {
  const real = await original<typeof import('../verification/client')>()
  return { ...real, startDeadline: (ms: number) => real.startDeadline(deadline.ms || ms) }
})

const app = withTestApp()
const openAccount = vi.mocked(merchant.openAccount)
afterEach(async () => {
  openAccount.mockReset()
  deadline.ms = 0
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1_000_000 })
  await db().serviceGate.deleteMany()
  await db().webhookEvent.deleteMany()
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

const DAY_MS = 24 * 3_600_000
const PERSON = { personalInfo: { fullName: 'Somebody' } }

async function twoAttempts() {
  const first = await insertOpenInquiry()
  const { applicantHash } = first
  const second = await insertOpenInquiry({ applicantHash, activeApplicantHash: null })
  return { first, second }
}

test('A1 with one call a minute, an account whose opening uses identity() is opened at some time', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1 })
  await db().serviceGate.create({ data: { id: 1, tokens: 1 } })
  openAccount.mockImplementation(async ({ identity }) => {
    await identity()
    return { account: 'ACC 1' }
  })
  const inquiry = await insertOpenInquiry()
  app.service.answer(() => ({ body: { ...serviceAnswer(inquiry, 'APPROVED'), identity: PERSON } }))
  for (let hour = 0; hour < 6; hour++) {
    // An hour of calm: the bucket is as full as it can be, and the read is due.
    await db().serviceGate.updateMany({ data: { refilledAt: new Date(Date.now() - 3_600_000) } })
    await makeDue(inquiry)
    // The fair turn is the fourth.
    await reconcileDue(6_000)
    if (openAccount.mock.calls.length > 0 && (await reload(inquiry)).accountOpenedAt) break
  }
  expect(openAccount).toHaveBeenCalled()
  expect(await reload(inquiry)).toMatchObject({ status: 'APPROVED', account: 'ACC 1' })
})

test('A2 a refusal that comes after the withdrawal makes the applicant’s other approved attempt due', async () => {
  const { first, second } = await twoAttempts()
  const pending = await endRead(first, 'APPROVED')
  let answer = () => {}
  openAccount.mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { refused: 'not this one' }
  })
  const opening = pending && openGrantedAccount(pending)
  await vi.waitFor(() => expect(openAccount).toHaveBeenCalled())
  await endRead(first, 'DECLINED')
  // The withdrawal made it due, but the first attempt may have an account.
  expect(await endRead(second, 'APPROVED')).toBeNull()
  answer()
  await opening
  expect(await reload(first)).toMatchObject({ grantedAt: null, accountRefusal: 'not this one' })
  const { dueAt } = await reload(second)
  // A read now would grant it:
  const soon = Date.now() + 5 * 60_000
  const wouldBeGranted = await endRead(second, 'APPROVED')
  expect(wouldBeGranted).not.toBeNull()
  expect(dueAt?.getTime() ?? Infinity).toBeLessThan(soon)
})

test('A2b and an approval that was decided over 30 days ago waits for ever', async () => {
  const { first, second } = await twoAttempts()
  const pending = await endRead(first, 'APPROVED')
  await endRead(second, 'APPROVED')
  await letPass(second, 31 * DAY_MS)
  let answer = () => {}
  openAccount.mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { refused: 'not this one' }
  })
  const opening = pending && openGrantedAccount(pending)
  await vi.waitFor(() => expect(openAccount).toHaveBeenCalled())
  await endRead(first, 'DECLINED')
  expect(await endRead(second, 'APPROVED')).toBeNull()
  answer()
  await opening
  const { dueAt, urgent } = await reload(second)
  expect({ dueAt, urgent }).not.toMatchObject({ dueAt: null })
})

test('A3 an account that the core system opens after the deadline is recorded, even if the approval is withdrawn', async () => {
  const inquiry = await insertOpenInquiry()
  const pending = await endRead(inquiry, 'APPROVED')
  if (!pending) throw new Error('not granted')
  deadline.ms = 200
  let answer = () => {}
  openAccount.mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { account: 'ACC LATE' }
  })
  await openGrantedAccount(pending)
  await endRead(inquiry, 'DECLINED')
  answer()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await reload(inquiry)).toMatchObject({ grantedAt: null, account: 'ACC LATE' })
})

test.each([
  ['a NUL', 'ACC\0 1'],
  ['an emoji at the limit', `${'9'.repeat(63)}😀`],
  ['a lone surrogate', 'ACC \ud83d'],
])(
  'A4 an account number with %s is kept, or the account would be opened again and again',
  async (_, account) => {
    openAccount.mockResolvedValue({ account })
    const inquiry = await insertOpenInquiry()
    for (let i = 0; i < 3; i++) {
      const pending = await endRead(inquiry, 'APPROVED')
      if (pending) await openGrantedAccount(pending)
    }
    expect((await reload(inquiry)).accountError).toBeNull()
    expect(openAccount).toHaveBeenCalledTimes(1)
  },
)

test.each([
  ['a NUL', 'no\0'],
  ['an emoji at the limit', `${'x'.repeat(63)}😀`],
])('A4b a refusal with %s is final', async (_, refused) => {
  openAccount.mockResolvedValue({ refused })
  const inquiry = await insertOpenInquiry()
  for (let i = 0; i < 3; i++) {
    const pending = await endRead(inquiry, 'APPROVED')
    if (pending) await openGrantedAccount(pending)
  }
  expect(openAccount).toHaveBeenCalledTimes(1)
})

test('A5 no account is asked for after a decline has been acknowledged', async () => {
  const inquiry = await insertOpenInquiry()
  const pending = await endRead(inquiry, 'APPROVED')
  if (!pending) throw new Error('not granted')
  openAccount.mockResolvedValue({ account: 'ACC 1' })
  let opening: Promise<void> | undefined
  // Something else, such as retention or an update by hand, holds the row for a moment.
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Inquiry" WHERE "id" = ${inquiry.id}::uuid FOR UPDATE`
    opening = openGrantedAccount(pending)
    await vi.waitFor(
      async () => {
        const waiting = await db().$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        expect(waiting).toHaveLength(1)
      },
      { interval: 5 },
    )
    expect(await hearEvent(inquiry, 'DECLINED')).toBe('recorded')
    expect(openAccount).not.toHaveBeenCalled()
  })
  await opening
  expect(openAccount).not.toHaveBeenCalled()
})

test('A6 a granted approval whose account failed is asked for again once the service knows it again', async () => {
  openAccount.mockRejectedValue(new Error('down'))
  const inquiry = await insertOpenInquiry()
  const pending = await endRead(inquiry, 'APPROVED')
  if (pending) await openGrantedAccount(pending)
  // For 31 days the core system was down.
  await letPass(inquiry, 31 * DAY_MS)
  await applyFailure(await beginRead(inquiry), { kind: 'missing' }, 'NotFoundError')
  await letPass(inquiry, DAY_MS + 1_000)
  await applyFailure(await beginRead(inquiry), { kind: 'missing' }, 'NotFoundError')
  const { dueAt, grantedAt, accountOpenedAt } = await reload(inquiry)
  expect({ grantedAt, accountOpenedAt }).toEqual({
    grantedAt: expect.any(Date),
    accountOpenedAt: null,
  })
  expect(dueAt).not.toBeNull()
})

test('A6b or at least within a day, if the approval is fresh', async () => {
  openAccount.mockRejectedValue(new Error('down'))
  const inquiry = await insertOpenInquiry()
  const pending = await endRead(inquiry, 'APPROVED')
  if (pending) await openGrantedAccount(pending)
  await applyFailure(await beginRead(inquiry), { kind: 'missing' }, 'NotFoundError')
  await letPass(inquiry, DAY_MS + 1_000)
  await applyFailure(await beginRead(inquiry), { kind: 'missing' }, 'NotFoundError')
  const { dueAt } = await reload(inquiry)
  expect(dueAt?.getTime() ?? Infinity).toBeLessThan(Date.now() + DAY_MS)
})
void recordEvent
