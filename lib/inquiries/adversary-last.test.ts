// An adversary's tests: two calls to the core system at once, and a claim that fails because of one row.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import * as merchant from '../open-account'
import { filledForm } from '../testing/filled-form'
import { insertOpenInquiry, newApplicant } from '../testing/test-app'
import { endRead, hearEvent, makeDue, reload, withTestApp } from '../testing/test-inquiry'
import { openGrantedAccount } from './open-granted-account'
import { openInquiry } from './open-inquiry'
import { reconcileDue } from './reconcile'

vi.mock('../open-account', () => ({ openAccount: vi.fn() }))
const app = withTestApp()
afterEach(async () => {
  vi.mocked(merchant.openAccount).mockReset()
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1_000_000 })
  await db().serviceGate.deleteMany()
  await db().webhookEvent.deleteMany()
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

test('X1 an account that a slow call opened counts, though a second call was refused meanwhile', async () => {
  const first = await insertOpenInquiry()
  const second = await insertOpenInquiry({
    applicantHash: first.applicantHash,
    activeApplicantHash: null,
  })
  const opened: string[] = []
  let answer = () => {}
  vi.mocked(merchant.openAccount).mockImplementationOnce(async ({ inquiry }) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    opened.push(inquiry)
    return { account: 'ACC 1' }
  })
  const pending = await endRead(first, 'APPROVED')
  const slow = pending && openGrantedAccount(pending)
  await vi.waitFor(() => expect(merchant.openAccount).toHaveBeenCalledOnce())
  // Staff refresh; the core system refuses the second request for the same inquiry while the first is under way.
  vi.mocked(merchant.openAccount).mockResolvedValueOnce({ refused: 'duplicate' })
  const again = await endRead(first, 'APPROVED')
  if (again) await openGrantedAccount(again)
  answer()
  await slow
  const { account } = await reload(first)
  // The approval is withdrawn, and the other attempt approved.
  vi.mocked(merchant.openAccount).mockImplementation(async ({ inquiry }) => {
    opened.push(inquiry)
    return { account: 'ACC 2' }
  })
  await endRead(first, 'DECLINED')
  const other = await endRead(second, 'APPROVED')
  if (other) await openGrantedAccount(other)
  expect({ accounts: opened.length, account }).toEqual({ accounts: 1, account: 'ACC 1' })
})

test('X2 in cron mode, an id that a slow bind is about to take doesn’t hold up an approval', async () => {
  const [one, two] = [
    await insertOpenInquiry({ inquiryId: null }),
    await insertOpenInquiry({ inquiryId: null }),
  ]
  const inquiryId = randomUUID()
  const approved = await insertOpenInquiry()
  await hearEvent({ ...two, inquiryId }, 'APPROVED')
  await hearEvent(approved, 'APPROVED')
  app.service.answer(({ path }) => ({
    body: { inquiryId: path.split('/').at(-1), status: 'APPROVED' },
  }))
  vi.mocked(merchant.openAccount).mockResolvedValue({ account: 'ACC 1' })
  let pass: Promise<unknown> | undefined
  await db().$transaction(async (tx) => {
    await tx.inquiry.update({ where: { id: one.id }, data: { inquiryId, openState: 'OPEN' } })
    pass = reconcileDue(3_000).catch((error) => error.message)
    await new Promise((resolve) => setTimeout(resolve, 700))
  })
  console.log('X2', String(JSON.stringify(await pass)).slice(-200))
  expect(await reload(approved)).toMatchObject({ account: 'ACC 1' })
})

test('O1 at one call a minute, an application doesn’t take the call that an approval waits for', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1 })
  await db().serviceGate.create({ data: { id: 1, tokens: 1 } })
  const approved = await insertOpenInquiry()
  await makeDue(approved)
  await hearEvent(approved, 'APPROVED')
  app.service.answer(() => ({ status: 201, body: { inquiryId: randomUUID() } }))
  await openInquiry(newApplicant(), filledForm())
  const { tokens } = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(tokens).toBeGreaterThanOrEqual(1)
})
