// An adversary's tests: a small budget and many applications.
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import * as merchant from '../open-account'
import { insertOpenInquiry } from '../testing/test-app'
import { hearEvent, makeDue, reload, withTestApp } from '../testing/test-inquiry'
import { startReconciler } from './reconcile'

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))
const app = withTestApp()
let loop: ReturnType<typeof startReconciler> | undefined
afterEach(async () => {
  await loop?.stop()
  vi.mocked(merchant.openAccount).mockReset()
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1_000_000 })
  await db().serviceGate.deleteMany()
  await db().webhookEvent.deleteMany()
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

const RUN_MS = 45_000
test.each([
  ['without others', 0],
  ['while 60 inquiries are due', 60],
])(
  'F1 at 10 calls a minute, %s, an account whose opening uses identity() is opened within 45 s',
  async (_, others) => {
    Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 10 })
    await db().serviceGate.create({ data: { id: 1, tokens: 3 } })
    vi.mocked(merchant.openAccount).mockImplementation(async ({ identity }) => {
      await identity()
      return { account: 'ACC 1' }
    })
    const inquiry = await insertOpenInquiry()
    let began = Date.now()
    const calls: string[] = []
    app.service.answer(({ path }) => {
      const inquiryId = path.split('/').at(-1)
      const ours = inquiryId === inquiry.inquiryId
      calls.push(`${Math.round((Date.now() - began) / 1000)}${ours ? ' ours' : ''}`)
      return {
        body: {
          inquiryId,
          status: ours ? 'APPROVED' : 'PENDING',
          identity: ours ? { personalInfo: { fullName: 'X' } } : undefined,
        },
      }
    })
    for (let i = 0; i < others; i++)
      await makeDue(await insertOpenInquiry(), { dueAt: new Date(Date.now() - 60_000) })
    loop = startReconciler()
    await new Promise((resolve) => setTimeout(resolve, 12_000))
    const reserve = (await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })).tokens
    began = Date.now()
    await hearEvent(inquiry, 'APPROVED')
    const opened = await vi
      .waitFor(
        async () => {
          // Even if it is given the first place whenever it waits, once its event is settled.
          await db().inquiry.updateMany({
            where: { id: inquiry.id, dueAt: { lt: new Date() } },
            data: { dueAt: new Date(0) },
          })
          expect((await reload(inquiry)).account).toBe('ACC 1')
        },
        { timeout: RUN_MS, interval: 200 },
      )
      .then(
        () => true,
        () => false,
      )
    const { accountError, attempts } = await reload(inquiry)
    console.log(
      others,
      'opened',
      opened,
      'after s',
      Math.round((Date.now() - began) / 1000),
      'reserve when the event came',
      reserve,
      'calls',
      calls.join(', '),
      accountError,
      attempts,
      'openAccount',
      vi.mocked(merchant.openAccount).mock.calls.length,
    )
    expect(opened).toBe(true)
  },
  90_000,
)
