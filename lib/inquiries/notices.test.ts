// Every confirmed decision, reversal and opened account leads to a notice, sent at least once, in order, under one key.
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '../database/db'
import * as merchant from '../notify-customer'
import { log } from '../runtime/log'
import {
  beginRead,
  deliverAndTakeIn,
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
import { applyFailure, type Unfinished } from './read-inquiry'

vi.mock('../notify-customer', () => ({ notifyCustomer: vi.fn() }))

const app = withTestApp()
const notifyCustomer = vi.mocked(merchant.notifyCustomer)
beforeEach(() => {
  notifyCustomer.mockReset()
})

type Inquiry = Awaited<ReturnType<typeof insertOpenInquiry>>

async function confirm(inquiry: Inquiry, status: string): Promise<Unfinished> {
  const unfinished = await endRead(inquiry, status)
  if (!unfinished) throw new Error('Nothing is left to do')
  return unfinished
}
const sentNotices = () => notifyCustomer.mock.calls.map(([{ kind, status }]) => [kind, status])
const fails = () => notifyCustomer.mockRejectedValue(new TypeError('CANARY'))

test('notices of a decision, an account and a reversal are sent in order, and audited once', async () => {
  const inquiry = await insertOpenInquiry()
  await finishClaim(await confirm(inquiry, 'APPROVED'))
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  expect(sentNotices()).toEqual([
    ['DECIDED', 'APPROVED'],
    ['ACCOUNT_OPENED', null],
    ['REVERSED', 'DECLINED'],
  ])
  const [first, second] = notifyCustomer.mock.calls.map(([notice]) => notice)
  const { id, referenceId, applicantHash, product, account } = await reload(inquiry)
  expect(first).toMatchObject({ inquiry: id, referenceId, applicantHash, product })
  expect(second).toMatchObject({ account })
  expect(new Set(notifyCustomer.mock.calls.map(([{ key }]) => key)).size).toBe(3)
  expect(await trailOf(inquiry)).toEqual([
    'account.granted: granted',
    'account.opened: opened',
    'customer.notified: decided_approved',
    'customer.notified: account',
    'account.withdrawn: reversed',
    'customer.notified: reversed_declined',
  ])
})

test('a reversal to the longest status is told once', async () => {
  const inquiry = await insertOpenInquiry()
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  const longest = 'A'.repeat(64)
  await finishClaim(await confirm(inquiry, longest))
  expect(sentNotices()).toEqual([
    ['DECIDED', 'DECLINED'],
    ['REVERSED', longest],
  ])
  expect((await reload(inquiry)).noticeError).toBeNull()
  expect(await db().notice.count({ where: { inquiryId: inquiry.id, sentAt: null } })).toBe(0)
})

test('neither a review nor a reported decision leads to a notice', async () => {
  const inquiry = await insertOpenInquiry()
  await deliverEvent(inquiry, 'DECLINED')
  expect(await applyFailure(await beginRead(inquiry), { kind: 'failed' }, 'HTTP_503')).toBeNull()
  await letPass(inquiry, 61_000)
  expect(await endRead(inquiry, 'NEEDS_REVIEW')).toBeNull()
})

test('a failed notice delays later ones, is repeated under the same key, and shows staff its error’s class', async () => {
  const error = vi.spyOn(log, 'error')
  fails()
  const inquiry = await insertOpenInquiry()
  for (let n = 0; n < 2; n++) {
    const before = Date.now()
    await finishClaim(await confirm(inquiry, 'APPROVED'))
    const { noticeError, dueAt, account } = await reload(inquiry)
    expect([noticeError, account]).toEqual(['TypeError', expect.any(String)])
    expect(dueAt?.getTime()).toBeGreaterThan(before)
    expect(dueAt?.getTime()).toBeLessThan(before + 60_000)
  }
  expect(sentNotices()).toEqual(Array(2).fill(['DECIDED', 'APPROVED']))
  const { id, correlationId } = inquiry
  const line = { inquiry: id, correlationId, error: 'TypeError' }
  expect(error.mock.calls).toEqual(Array(2).fill(['customer_not_notified', line]))
  notifyCustomer.mockReset()
  await finishClaim(await confirm(inquiry, 'APPROVED'))
  expect(sentNotices()).toEqual([
    ['DECIDED', 'APPROVED'],
    ['ACCOUNT_OPENED', null],
  ])
  expect(await reload(inquiry)).toMatchObject({ noticeError: null })
  expect(await endRead(inquiry, 'APPROVED')).toBeNull()
})

test('while reads and notices fail, each round waits for longer, though an event is unconfirmed', async () => {
  fails()
  const inquiry = await insertOpenInquiry()
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  await deliverAndTakeIn(inquiry, 'APPROVED')
  for (let round = 1; round <= 3; round++) {
    const failed = await applyFailure(await beginRead(inquiry), { kind: 'failed' }, 'HTTP_503')
    if (failed) await finishClaim(failed)
    const { dueAt, urgent } = await reload(inquiry)
    expect(dueAt?.getTime()).toBeGreaterThan(Date.now() + 2 ** round * 1_000 - 1_500)
    expect(urgent).toBe(false)
  }
})

test('a crash before a notice is marked as sent repeats it under the same key', async () => {
  const inquiry = await insertOpenInquiry()
  const unfinished = await confirm(inquiry, 'DECLINED')
  await finishClaim(unfinished)
  // Simulates an instance that died between sending the notice and marking it as sent.
  await db().notice.updateMany({ where: { inquiryId: inquiry.id }, data: { sentAt: null } })
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  const keys = notifyCustomer.mock.calls.map(([{ key }]) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('confirmed notices are sent even while reads fail', async () => {
  fails()
  const inquiry = await insertOpenInquiry()
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  notifyCustomer.mockReset()
  const failed = await applyFailure(await beginRead(inquiry), { kind: 'failed' }, 'HTTP_503')
  if (failed) await finishClaim(failed)
  expect(sentNotices()).toEqual([['DECIDED', 'DECLINED']])
})

test('a void claim sends no more notices', async () => {
  const inquiry = await insertOpenInquiry()
  const overtaken = await confirm(inquiry, 'DECLINED')
  await deliverEvent(inquiry, 'DECLINED')
  await finishClaim(overtaken)
  expect(sentNotices()).toEqual([])
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  await finishClaim(overtaken)
  expect(sentNotices()).toEqual([['DECIDED', 'DECLINED']])
})

test('contact() reads the contact data from the service at that moment, and the app stores none of it', async () => {
  const person = { fullName: 'CANARY', email: 'canary@example.com', phone: '+100' }
  const found: unknown[] = []
  notifyCustomer.mockImplementation(async ({ contact }) => void found.push(await contact()))
  const inquiry = await insertOpenInquiry({ accountRefusal: 'sanctions' })
  app.service.answer(() => ({
    body: { ...serviceAnswer(inquiry, 'APPROVED'), identity: { personalInfo: person } },
  }))
  await finishClaim(await confirm(inquiry, 'APPROVED'))
  expect(found).toEqual([person])
  const kept = [
    await reload(inquiry),
    await db().notice.findMany(),
    await db().auditEntry.findMany(),
  ]
  expect(JSON.stringify(kept)).not.toMatch(/canary/i)
})

test('contact() is null for a status without an identity, and throws while reads fail', async () => {
  const found: unknown[] = []
  notifyCustomer.mockImplementation(async ({ contact }) => void found.push(await contact()))
  const inquiry = await insertOpenInquiry()
  app.service.answer(() => ({ status: 503 }))
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  expect(await reload(inquiry)).toMatchObject({ noticeError: 'UnavailableError' })
  app.service.answer(() => ({ body: serviceAnswer(inquiry, 'DECLINED') }))
  await finishClaim(await confirm(inquiry, 'DECLINED'))
  expect(found).toEqual([null])
})
