// `openAccount` is called under the claim whose read confirmed the approval: at least once, until it opens or refuses.
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '../database/db'
import * as merchant from '../open-account'
import { Prisma } from '../prisma-client/client'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import { untilWaiting, whileWaiting } from '../testing/locked-rows'
import {
  anotherAttempt,
  beginRead,
  deliverEvent,
  endRead,
  insertOpenInquiry,
  letPass,
  reload,
  serviceAnswer,
  trailOf,
  withTestApp,
} from '../testing/test-app'
import { finishClaim } from './finish-claim'
import type { Unfinished } from './read-inquiry'
import { getServicePause } from './service-gate'

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))

const app = withTestApp()
const openAccount = vi.mocked(merchant.openAccount)
beforeEach(() => {
  openAccount.mockReset()
})

const DAY_MS = 24 * 3_600_000
const TOLD_DECISION = 'customer.notified: decided_approved'
const OPENED_AND_TOLD = [
  'account.granted: granted',
  'account.opened: opened',
  TOLD_DECISION,
  'customer.notified: account',
]
const PERSON = { personalInfo: { fullName: 'CANARY' } }

type Inquiry = Awaited<ReturnType<typeof insertOpenInquiry>>

/** A read has confirmed the approval. */
async function confirm(inquiry: Inquiry): Promise<Unfinished> {
  const pending = await endRead(inquiry, 'APPROVED')
  if (!pending) throw new Error('No account is to be opened')
  return pending
}
async function insertGranted() {
  const inquiry = await insertOpenInquiry()
  return { inquiry, pending: await confirm(inquiry) }
}
const opens = (account = 'ACC 1') => openAccount.mockResolvedValue({ account })
const fails = () => openAccount.mockRejectedValue(new TypeError('CANARY'))
/** Calls `openAccount` and waits until it runs. @returns a function that makes it return */
async function startsOpening(pending: Unfinished) {
  let settle = (_: merchant.OpeningResult) => {}
  const result = new Promise<merchant.OpeningResult>((resolve) => {
    settle = resolve
  })
  openAccount.mockReturnValueOnce(result)
  const opening = finishClaim(pending)
  await vi.waitFor(() => expect(openAccount).toHaveBeenCalled(), 10_000)
  return (result: merchant.OpeningResult) => {
    settle(result)
    return opening
  }
}
test('openAccount gets the approval, its number is stored and audited, and the approval is read again later', async () => {
  opens()
  const info = vi.spyOn(log, 'info')
  const inquiry = await insertOpenInquiry({ note: 'Hello' })
  const pending = await confirm(inquiry)
  await finishClaim(pending)
  const { id, referenceId, applicantHash, product } = inquiry
  const { grantedAt, dueAt, ...after } = await reload(inquiry)
  const identity = expect.any(Function)
  const form = expect.objectContaining({ product, note: 'Hello' })
  const approval = { inquiry: id, referenceId, applicantHash, product, form, grantedAt, identity }
  expect(openAccount.mock.calls).toEqual([[approval]])
  const columns = { accountOpenedAt: expect.any(Date), account: 'ACC 1', accountError: null }
  expect(after).toMatchObject(columns)
  expect(dueAt?.getTime()).toBe((after.statusSince?.getTime() ?? 0) + DAY_MS)
  expect(await trailOf(inquiry)).toEqual(OPENED_AND_TOLD)
  // Every audit entry is logged too.
  const line = { actor: 'system', kind: 'account.opened', inquiry: id, outcome: 'opened' }
  expect(info).toHaveBeenCalledWith('audited', line)
})

test.each([
  ['with a NUL', 'A\0B', 'AB'],
  ['with a character across the limit', `${'9'.repeat(63)}😀`, `${'9'.repeat(63)}\ufffd`],
])(
  'a number or a refusal %s is kept all the same, so that nothing is asked for again and again',
  async (_, text, kept) => {
    const { inquiry, pending } = await insertGranted()
    opens(text)
    await finishClaim(pending)
    expect(await reload(inquiry)).toMatchObject({ account: kept, accountError: null })
    const { inquiry: other, pending: next } = await insertGranted()
    openAccount.mockResolvedValue({ refused: text })
    await finishClaim(next)
    expect(await reload(other)).toMatchObject({ accountRefusal: kept, accountError: null })
  },
)

test('a failure is repeated after a fresh read, with a growing delay, and only its class is stored', async () => {
  fails()
  const error = vi.spyOn(log, 'error')
  const onConsole = vi.spyOn(console, 'error').mockImplementation(() => {})
  const inquiry = await insertOpenInquiry()
  for (let attempt = 1; attempt <= 4; attempt++) {
    const before = Date.now()
    await finishClaim(await confirm(inquiry))
    const { dueAt, accountError, accountOpenedAt, tries } = await reload(inquiry)
    expect([accountError, accountOpenedAt]).toEqual(['TypeError', null])
    // The change of status reset the backoff, so the claim with the grant counts as the first.
    expect((dueAt?.getTime() ?? 0) - before).toBeGreaterThan(0.8 * 1_000 * 2 ** tries)
  }
  const { id, correlationId } = inquiry
  const line = { inquiry: id, correlationId, error: 'TypeError' }
  expect(error.mock.calls).toEqual(Array(4).fill(['account_not_opened', line]))
  expect(onConsole).not.toHaveBeenCalled()
  opens()
  await finishClaim(await confirm(inquiry))
  expect(await reload(inquiry)).toMatchObject({ account: 'ACC 1', accountError: null })
})

test('even after many failures, the next attempt is at most five minutes away', async () => {
  fails()
  const inquiry = await insertOpenInquiry({ tries: 13 })
  await finishClaim(await confirm(inquiry))
  expect((await reload(inquiry)).dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
})

test.each([
  ['development', 1],
  ['production', 0],
] as const)(
  'in %s, the console shows a failure %i times, with message and stack',
  async (mode, times) => {
    Object.assign(env(), { NODE_ENV: mode })
    fails()
    const onConsole = vi.spyOn(console, 'error').mockImplementation(() => {})
    await finishClaim((await insertGranted()).pending)
    expect(onConsole.mock.calls).toEqual(Array(times).fill([new TypeError('CANARY')]))
  },
)

test('a refusal is final, even if another call fails later, and its approval is read again later', async () => {
  openAccount.mockResolvedValue({ refused: 'sanctions' })
  const { inquiry, pending } = await insertGranted()
  await finishClaim(pending)
  expect(await reload(inquiry)).toMatchObject({ dueAt: pending.nextReadAt, urgent: false })
  fails()
  await finishClaim(pending)
  expect(await reload(inquiry)).toMatchObject({
    accountRefusal: 'sanctions',
    accountOpenedAt: null,
    accountError: null,
  })
  expect(await endRead(inquiry, 'APPROVED')).toBeNull()
  expect(await trailOf(inquiry)).toEqual([
    'account.granted: granted',
    'account.refused: refused',
    TOLD_DECISION,
  ])
})

/** `openAccount` passes the identity on. */
const usesIdentity = () =>
  openAccount.mockImplementation(async ({ identity }) => {
    const { personalInfo } = await identity()
    return { account: personalInfo?.fullName === 'CANARY' ? 'ACC 1' : 'ACC 2' }
  })

test('identity() reads from the service once more, and the app stores none of it', async () => {
  usesIdentity()
  const { inquiry, pending } = await insertGranted()
  app.service.answer(() => ({ body: { ...serviceAnswer(inquiry, 'APPROVED'), identity: PERSON } }))
  await finishClaim(pending)
  expect(app.service.requests).toHaveLength(1)
  expect(await reload(inquiry)).toMatchObject({ account: 'ACC 1' })
  expect(JSON.stringify([await reload(inquiry), await db().auditEntry.findMany()])).not.toContain(
    'CANARY',
  )
})

test.each([
  ['a review', { status: 'NEEDS_REVIEW', identity: PERSON }],
  ['another inquiry', { referenceId: 'another', identity: PERSON }],
  ['no identity', {}],
])(
  'identity() throws if the service now answers with %s, and no account is opened',
  async (_, says) => {
    usesIdentity()
    const { inquiry, pending } = await insertGranted()
    app.service.answer(() => ({ body: { ...serviceAnswer(inquiry, 'APPROVED'), ...says } }))
    await finishClaim(pending)
    const after = { accountOpenedAt: null, accountError: 'IdentityUnavailableError' }
    expect(await reload(inquiry)).toMatchObject(after)
  },
)

test('identity() throws once an event has arrived, even if the endpoint lags behind it', async () => {
  const { inquiry, pending } = await insertGranted()
  app.service.answer(() => ({ body: { ...serviceAnswer(inquiry, 'APPROVED'), identity: PERSON } }))
  openAccount.mockImplementation(async ({ identity }) => {
    await deliverEvent(inquiry, 'DECLINED')
    await identity()
    return { account: 'ACC 1' }
  })
  await finishClaim(pending)
  const after = { accountOpenedAt: null, accountError: 'IdentityUnavailableError' }
  expect(await reload(inquiry)).toMatchObject(after)
})

test('identity() stays within the call budget', async () => {
  usesIdentity()
  const { inquiry, pending } = await insertGranted()
  app.service.answer(() => ({ status: 404 }))
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 2 })
  await db().serviceGate.create({ data: { id: 1, tokens: 0 } })
  await finishClaim(pending)
  expect(app.service.requests).toEqual([])
  expect(await reload(inquiry)).toMatchObject({ accountError: 'IdentityUnavailableError' })
})

test('a 429 to identity() pauses every call with the key', async () => {
  usesIdentity()
  const { inquiry, pending } = await insertGranted()
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '120' } }))
  await finishClaim(pending)
  expect(await reload(inquiry)).toMatchObject({ accountError: 'RateLimitedError' })
  expect(await getServicePause()).toMatchObject({ reason: 'RATE_LIMITED' })
})

test('no account is opened if an event arrives after the read, even while another transaction holds the row', async () => {
  const { inquiry, pending } = await insertGranted()
  await whileWaiting(
    Prisma.sql`SELECT FROM "Inquiry" WHERE "id" = ${inquiry.id}::uuid FOR UPDATE`,
    () => finishClaim(pending),
    () => deliverEvent(inquiry, 'DECLINED'),
  )
  expect(openAccount).not.toHaveBeenCalled()
})

test('a read that is requested while the account is being opened follows at once', async () => {
  const { inquiry, pending } = await insertGranted()
  openAccount.mockImplementation(async () => {
    await db().inquiry.update({ where: { id: inquiry.id }, data: { urgent: true } })
    return { account: 'ACC 1' }
  })
  await finishClaim(pending)
  expect((await reload(inquiry)).dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1)
})

test('two calls for one account store the first number, and one audit entry', async () => {
  const { inquiry, pending } = await insertGranted()
  const answer = await startsOpening(pending)
  opens()
  await finishClaim(await confirm(inquiry))
  await answer({ account: 'ACC 2' })
  expect(await reload(inquiry)).toMatchObject({ account: 'ACC 1' })
  expect(await trailOf(inquiry)).toEqual(OPENED_AND_TOLD)
})

test('an account replaces an earlier refusal', async () => {
  const { inquiry, pending } = await insertGranted()
  const again = await confirm(inquiry)
  const answer = await startsOpening(again)
  openAccount.mockResolvedValue({ refused: 'under way' })
  await finishClaim({ ...pending, claim: { ...pending.claim, version: again.claim.version } })
  expect(await reload(inquiry)).toMatchObject({ accountRefusal: 'under way' })
  await answer({ account: 'ACC 1' })
  const opened = { account: 'ACC 1', accountRefusal: null }
  expect(await reload(inquiry)).toMatchObject(opened)
})

test('an openAccount that throws before it returns a promise is called again like any that fails', async () => {
  const { inquiry, pending } = await insertGranted()
  openAccount.mockImplementation(() => {
    throw new TypeError('CANARY')
  })
  await finishClaim(pending)
  expect(await reload(inquiry)).toMatchObject({ accountError: 'TypeError' })
})

test('a read that is requested while openAccount fails follows at once, without the backoff', async () => {
  const { inquiry, pending } = await insertGranted()
  await db().inquiry.update({ where: { id: inquiry.id }, data: { urgent: true } })
  fails()
  await finishClaim({ ...pending, claim: { ...pending.claim, tries: 8 } })
  expect((await reload(inquiry)).dueAt?.getTime()).toBeLessThan(Date.now() + 2_000)
})

test('a result after the deadline is stored, even if the approval is withdrawn by then', async () => {
  const { inquiry, pending } = await insertGranted()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const answer = await startsOpening({ ...pending, nextReadAt: new Date(0) })
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await vi.waitFor(
    async () => expect(await reload(inquiry)).toMatchObject({ dueAt: new Date(0) }),
    10_000,
  )
  expect(await reload(inquiry)).toMatchObject({ accountError: expect.any(String) })
  const reversed = await endRead(inquiry, 'DECLINED')
  if (reversed) await finishClaim(reversed)
  await answer({ account: 'ACC 1' })
  await vi.waitFor(
    async () => expect(await reload(inquiry)).toMatchObject({ grantedAt: null, account: 'ACC 1' }),
    10_000,
  )
  // The late result must not move the read that a later claim has scheduled.
  expect((await reload(inquiry)).dueAt?.getTime()).toBeGreaterThan(Date.now() + DAY_MS / 2)
})

test('a refusal after the withdrawal makes the applicant’s other approved attempt due, however old it is', async () => {
  const { inquiry, pending } = await insertGranted()
  const other = await anotherAttempt(inquiry)
  await endRead(other, 'APPROVED')
  await letPass(other, 31 * DAY_MS)
  const answer = await startsOpening(pending)
  await endRead(inquiry, 'DECLINED')
  // Until the refusal, the first attempt may have an account.
  await finishClaim(await confirm(other))
  expect(await reload(other)).toMatchObject({ grantedAt: null, dueAt: null })
  await answer({ refused: 'sanctions' })
  const waiting = await reload(other)
  expect(waiting).toMatchObject({ urgent: true })
  expect(waiting.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1)
  expect(await endRead(other, 'APPROVED')).toMatchObject({ grantedAt: expect.any(Date) })
})

test('a refusal during the first read of the other attempt makes that attempt due too', async () => {
  const { inquiry, pending } = await insertGranted()
  const other = await anotherAttempt(inquiry)
  const answer = await startsOpening(pending)
  await endRead(inquiry, 'DECLINED')
  const claim = await beginRead(other)
  const stopsEntries = Prisma.sql`LOCK TABLE "AuditEntry" IN SHARE MODE`
  const [granted, refused] = await whileWaiting(
    stopsEntries,
    () => endRead(other, 'APPROVED', { claim }),
    async () => {
      const done = answer({ refused: 'sanctions' })
      await untilWaiting(2)
      return { done }
    },
  )
  await refused.done
  expect(granted).toMatchObject({ grantedAt: null })
  expect(await reload(other)).toMatchObject({ status: 'APPROVED', urgent: true })
})

test('if the applicant is erased while the account is being opened, the opening is still in the trail', async () => {
  const { inquiry, pending } = await insertGranted()
  openAccount.mockImplementation(async () => {
    await db().inquiry.delete({ where: { id: inquiry.id } })
    return { account: 'ACC 1' }
  })
  await finishClaim(pending)
  expect(await trailOf(inquiry)).toEqual(['account.granted: granted', 'account.opened: opened'])
})
