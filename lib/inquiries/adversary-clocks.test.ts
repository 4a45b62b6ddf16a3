// An adversary's tests: the clock of an app host that is wrong, and identity() in a lagging world.
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import * as merchant from '../open-account'
import { insertOpenInquiry, newStaff } from '../testing/test-app'
import {
  endRead,
  hearEvent,
  makeDue,
  reload,
  serviceAnswer,
  withTestApp,
} from '../testing/test-inquiry'
import { verificationService } from '../verification-service'
import { claimDue } from './claim'
import { revealInquiry } from './documents'
import { openGrantedAccount } from './open-granted-account'
import { sendOpen } from './open-inquiry'
import { reconcileDue } from './reconcile'

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))
const app = withTestApp()
afterEach(async () => {
  vi.restoreAllMocks()
  await db().serviceGate.deleteMany()
  await db().webhookEvent.deleteMany()
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

/** The app host's clock differs from the database's. */
function skew(ms: number) {
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}

test.each([
  ['6 minutes', 6 * 60_000, 409],
  ['a day', 24 * 3_600_000, 503],
])(
  'C1 an app host whose clock is %s ahead doesn’t give up an application that was made seconds ago',
  async (_, ms, status) => {
    const intent = await insertOpenInquiry({ inquiryId: null, openAttempts: 1, dueAt: new Date(0) })
    skew(ms)
    app.service.answer(() => ({ status, body: { code: 'REQUEST_IN_PROGRESS' } }))
    for (let i = 0; i < 2; i++) {
      await makeDue(intent)
      for (const claim of await claimDue(1, 1, true)) await sendOpen(claim, verificationService())
    }
    expect(await reload(intent)).toMatchObject({ openState: 'OPENING' })
  },
)

test('C2 an app host whose clock is 10 minutes behind reveals once a pause is over', async () => {
  const inquiry = await insertOpenInquiry({ status: 'APPROVED' })
  await db().serviceGate.create({
    data: {
      id: 1,
      tokens: 3,
      pausedUntil: new Date(Date.now() - 1_000),
      pauseReason: 'RATE_LIMITED',
    },
  })
  app.service.answer(({ path }) =>
    path.endsWith('/documents')
      ? {
          body: {
            inquiryId: inquiry.inquiryId,
            status: 'APPROVED',
            urlExpiresAt: new Date(),
            documents: [],
          },
        }
      : { body: serviceAnswer(inquiry, 'APPROVED') },
  )
  const real = globalThis.Date
  vi.useFakeTimers({ toFake: ['Date'], now: real.now() - 600_000 })
  try {
    const result = await revealInquiry(newStaff('REVIEWER'), inquiry.id)
    console.log('C2', JSON.stringify(result), app.service.requests.length)
    expect(result).toMatchObject({ ok: true })
  } finally {
    vi.useRealTimers()
  }
})

test('I1 identity() is refused once a decline has been acknowledged and the grant withdrawn, even if the endpoint lags', async () => {
  const inquiry = await insertOpenInquiry()
  const pending = await endRead(inquiry, 'APPROVED')
  if (!pending) throw new Error('not granted')
  app.service.answer(() => ({
    body: { ...serviceAnswer(inquiry, 'APPROVED'), identity: { personalInfo: { fullName: 'X' } } },
  }))
  vi.mocked(merchant.openAccount).mockImplementation(async ({ identity }) => {
    await hearEvent(inquiry, 'DECLINED')
    await endRead(inquiry, 'DECLINED')
    await identity()
    return { account: 'ACC 1' }
  })
  await openGrantedAccount(pending)
  expect(await reload(inquiry)).toMatchObject({
    status: 'DECLINED',
    grantedAt: null,
    account: null,
  })
})

test('P1 one row that can’t be claimed doesn’t stop all others', async () => {
  const poisoned = await insertOpenInquiry({ attempts: 2_147_483_647 })
  await db().inquiry.update({ where: { id: poisoned.id }, data: { dueAt: new Date(0) } })
  const inquiry = await insertOpenInquiry()
  await makeDue(inquiry)
  app.service.answer(({ path }) => ({
    body: { inquiryId: path.split('/').at(-1), status: 'PENDING' },
  }))
  await reconcileDue(2_000).catch(() => {})
  const after = await reload(inquiry)
  await db().inquiry.delete({ where: { id: poisoned.id } })
  expect(after).toMatchObject({ status: 'PENDING' })
})
