// A service that allows few calls a minute (N17): every call counts, and each reveal takes two.
import { beforeEach, expect, test } from 'vitest'
import type { Applicant } from '../applicant'
import { db } from '../db'
import { env } from '../env'
import { filledForm } from '../testing/filled-form'
import { insertOpenInquiry, newApplicant, newStaff } from '../testing/test-app'
import { serviceAnswer, withTestApp } from '../testing/test-inquiry'
import { revealInquiry } from './documents'
import { openInquiry } from './open-inquiry'
import { getServicePause, takeCalls } from './service-gate'

const app = withTestApp()
beforeEach(() => db().serviceGate.deleteMany())

const allow = (callsPerMinute: number) =>
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: callsPerMinute })
const tokensLeft = async () =>
  (await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })).tokens
/** Lets time pass by moving the last refill into the past. */
const letPass = (seconds: number) =>
  db()
    .$executeRaw`UPDATE "ServiceGate" SET "refilledAt" = "refilledAt" - make_interval(secs => ${seconds})`

async function approved(onStatus: () => unknown = () => {}) {
  const inquiry = await insertOpenInquiry()
  const { inquiryId } = inquiry
  const documents = { inquiryId, status: 'APPROVED', urlExpiresAt: new Date(), documents: [] }
  app.service.answer(async ({ path }) => {
    if (path.endsWith('/documents')) return { body: documents }
    await onStatus()
    return { body: serviceAnswer(inquiry, 'APPROVED') }
  })
  return inquiry
}

test.each([2, 3])('with %i calls a minute, an idle app reveals immediately', async (limit) => {
  allow(limit)
  const { id } = await approved()
  expect(await revealInquiry(newStaff('REVIEWER'), id)).toMatchObject({ ok: true })
  expect(app.service.requests).toHaveLength(2)
})

test.each([1, 2, 3])(
  'with %i calls a minute, a reveal that got its first call waits for the second',
  async (limit) => {
    allow(limit)
    await takeCalls('awaited', 0)
    await db().serviceGate.update({ where: { id: 1 }, data: { tokens: 1 } })
    const { id } = await approved(() => setTimeout(async () => await letPass(130), 300))
    expect(await revealInquiry(newStaff('REVIEWER'), id)).toMatchObject({ ok: true })
    expect(app.service.requests).toHaveLength(2)
  },
)

test.each([1, 2, 3, 4, 7])(
  'with %i calls a minute, no more are granted in any minute (D5, N17)',
  async (limit) => {
    allow(limit)
    await takeCalls('awaited', 0)
    const grantedAt: number[] = []
    for (let second = 0; second < 300; second += 5) {
      const { calls } = await takeCalls('awaited', 9)
      for (let call = 0; call < calls; call++) grantedAt.push(second)
      await letPass(5)
    }
    const perMinute = grantedAt.map(
      (startsAt) => grantedAt.filter((at) => at >= startsAt && at < startsAt + 60).length,
    )
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(limit)
    expect(grantedAt.length).toBeGreaterThanOrEqual(2)
  },
)

test('with the budget used up, a reveal fails as rate limited and does not reach the service', async () => {
  allow(3)
  await takeCalls('awaited', 9)
  const { id } = await approved()
  expect(await revealInquiry(newStaff('REVIEWER'), id)).toMatchObject({ error: 'rate_limited' })
  expect(app.service.requests).toEqual([])
})

const open = (applicant: Applicant) => openInquiry(applicant, filledForm())
const reveal = async () => revealInquiry(newStaff('REVIEWER'), (await insertOpenInquiry()).id)

test.each<[string, () => Promise<unknown>]>([
  ['an open', () => open(newApplicant())],
  ['a reveal', reveal],
])('%s that is retried charges every attempt to the budget', async (_, call) => {
  allow(60_000)
  await takeCalls('awaited', 0)
  // A refill in the meantime would hide the calls.
  await letPass(-3_600)
  app.service.answer(async () => {
    await letPass(-3_600)
    return { status: 503 }
  })
  const before = await tokensLeft()
  await call()
  expect(app.service.requests).toHaveLength(3)
  expect(before - (await tokensLeft())).toBe(3)
})

test('a call is not retried once the budget is used up', async () => {
  allow(60)
  await takeCalls('awaited', 0)
  await db().serviceGate.update({ where: { id: 1 }, data: { tokens: 1 } })
  app.service.answer(() => ({ status: 503 }))
  expect(await reveal()).toMatchObject({ error: 'unavailable' })
  expect(app.service.requests).toHaveLength(1)
})

test('a 429 is not retried, however short its Retry-After: every instance pauses', async () => {
  allow(60)
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '1' } }))
  expect(await reveal()).toEqual({ ok: false, error: 'rate_limited', retryAfterMs: 1_000 })
  expect(app.service.requests).toHaveLength(1)
  expect(await getServicePause(new Date())).toMatchObject({ reason: 'RATE_LIMITED' })
})
