// The applicant's view of their own inquiry, and the read after their return from the hosted flow.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { PRODUCTS } from '../../site'
import { db } from '../database/db'
import { isWithin } from '../http/limits'
import {
  deliverAndTakeIn,
  endRead,
  insertOpenInquiry,
  letPass,
  makeDue,
  newApplicant,
  reload,
  withTestApp,
} from '../testing/test-app'
import { applicantReturned, getApplicantAccount, getApplicantInquiry } from './applicant-inquiry'
import { REFERENCE_MISMATCH } from './status'

withTestApp()

const NOW = new Date('2026-01-01T12:00:00Z')
const LATER = new Date(NOW.getTime() + 60_000)
type Columns = Parameters<typeof insertOpenInquiry>[0]

const insert = async (columns: Columns = {}) => {
  const inquiry = await insertOpenInquiry(columns)
  return { inquiry, applicant: { hash: inquiry.applicantHash } }
}
const seen = async (columns: Columns) => getApplicantInquiry((await insert(columns)).applicant, NOW)
/** Any string works as a network here. */
const NETWORK = randomUUID()
const returned = (applicant: { hash: string }) => applicantReturned(applicant, NETWORK)

const approved = { status: 'APPROVED', readAt: NOW, statusSince: NOW }
const granted = { ...approved, grantedAt: NOW }
const account = { accountAskedAt: NOW, accountOpenedAt: NOW, account: 'ACC 1' }

test('an applicant who has not applied has no inquiry, even if others have', async () => {
  await insertOpenInquiry()
  expect(await getApplicantInquiry(newApplicant())).toBeNull()
  expect(await returned(newApplicant())).toBe(false)
})

test('an inquiry shows the service’s id, which starts the flow, only while it is ready', async () => {
  const serviceInquiryId = randomUUID()
  const ready = { serviceInquiryId, referenceId: 'REF-1', readAt: LATER, expiresAt: LATER }
  const view = {
    stage: 'ready',
    isBeingConfirmed: false,
    product: PRODUCTS[0].id,
    reference: 'REF-1',
    inquiryId: serviceInquiryId,
    expiresAt: LATER.toISOString(),
    accountOpened: false,
    accountOnHold: false,
    account: null,
    serviceUnreachable: false,
  }
  expect(await seen(ready)).toEqual(view)
  const others = { serviceInquiryId: randomUUID(), referenceId: 'REF-2' }
  expect(await seen({ ...ready, ...others, status: 'COMPLETED' })).toEqual({
    ...view,
    stage: 'submitted',
    reference: 'REF-2',
    inquiryId: null,
  })
})

test.each<[string, Columns, object]>([
  [
    'opened',
    { ...granted, ...account },
    { stage: 'approved', accountOpened: true, account: 'ACC 1' },
  ],
  ['not opened yet', granted, { stage: 'approved', accountOpened: false, account: null }],
  [
    'refused',
    { ...granted, accountRefusal: 'sanctions' },
    { stage: 'account_refused', accountOpened: false },
  ],
  [
    'opened before a reversal',
    { ...account, status: 'DECLINED', readAt: LATER },
    { stage: 'declined', accountOpened: false, accountOnHold: true, account: 'ACC 1' },
  ],
  [
    'opened, and the approval in review again',
    { ...account, status: 'NEEDS_REVIEW', readAt: LATER },
    { stage: 'in_review', accountOpened: false, accountOnHold: false, account: null },
  ],
  ['never opened', { status: 'DECLINED' }, { accountOnHold: false, account: null }],
])('an account that was %s is shown as such', async (_, columns, view) => {
  expect(await seen(columns)).toMatchObject(view)
})

test('the account page has the number once the account is open, and nothing after a reversal', async () => {
  const { inquiry, applicant } = await insert({ ...granted, ...account })
  const page = { account: 'ACC 1', product: PRODUCTS[0].id, openedAt: NOW }
  expect(await getApplicantAccount(applicant, NOW)).toEqual(page)
  await deliverAndTakeIn(inquiry, 'DECLINED')
  expect(await getApplicantAccount(applicant, NOW)).toBeNull()
  for (const columns of [granted, { ...approved, ...account }])
    expect(await getApplicantAccount((await insert(columns)).applicant, NOW)).toBeNull()
  expect(await getApplicantAccount(newApplicant(), NOW)).toBeNull()
})

test('an applicant whose expired attempt is approved late sees that account, not the next attempt', async () => {
  const { inquiry, applicant } = await insert({ ...granted, ...account, activeApplicantHash: null })
  const { hash } = applicant
  const { id } = await insertOpenInquiry({ applicantHash: hash, activeApplicantHash: hash })
  const opened = {
    stage: 'approved',
    inquiryId: null,
    accountOpened: true,
    account: 'ACC 1',
  }
  expect(await getApplicantInquiry(applicant, LATER)).toMatchObject(opened)
  await deliverAndTakeIn(inquiry, 'DECLINED')
  const doubted = { stage: 'confirming', accountOpened: false }
  expect(await getApplicantInquiry(applicant, LATER)).toMatchObject(doubted)
  await db().inquiry.update({ where: { id: inquiry.id }, data: { grantedAt: null } })
  expect(await getApplicantInquiry(applicant, LATER)).toMatchObject({ stage: 'ready' })
  await db().inquiry.update({ where: { id }, data: { status: 'DECLINED' } })
  const held = { stage: 'declined', accountOnHold: true, account: 'ACC 1' }
  expect(await getApplicantInquiry(applicant, LATER)).toMatchObject(held)
})

test('a reported decision is shown until a read confirms or corrects it, and opens no account', async () => {
  const { inquiry, applicant } = await insert({ status: 'PENDING' })
  const view = () => getApplicantInquiry(applicant)
  await deliverAndTakeIn(inquiry, 'APPROVED')
  const approved = { stage: 'approved', isBeingConfirmed: true, accountOpened: false }
  expect(await view()).toMatchObject(approved)
  await endRead(inquiry, 'PENDING')
  expect(await view()).toMatchObject(approved)
  await letPass(inquiry, 61_000)
  await endRead(inquiry, 'PENDING')
  expect(await view()).toMatchObject({ stage: 'ready', isBeingConfirmed: false })
})

test('the view of a waiting applicant costs one statement', async () => {
  const { applicant } = await insert({ status: 'COMPLETED', dueAt: NOW })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await getApplicantInquiry(applicant)
  expect(query).toHaveBeenCalledOnce()
  query.mockRestore()
})

test('while reads return another inquiry, the applicant gets no id, because it would start that inquiry’s flow', async () => {
  const mismatch = { status: 'PENDING', expiresAt: LATER, lastError: REFERENCE_MISMATCH }
  expect(await seen({ ...mismatch, dueAt: LATER })).toMatchObject({
    stage: 'opening',
    inquiryId: null,
  })
  expect(await seen(mismatch)).toMatchObject({ stage: 'open_failed', inquiryId: null })
})

test('a service that did not answer is shown as unreachable', async () => {
  const unreachable = async (columns: Columns) => (await seen(columns))?.serviceUnreachable
  expect(await unreachable({ lastError: 'UnavailableError' })).toBe(true)
  expect(await unreachable({ serviceInquiryId: null })).toBe(false)
  expect(await unreachable({ serviceInquiryId: null, lastError: 'UnavailableError' })).toBe(true)
})

test('a pause of all calls is shown only to applicants who are waiting for the service', async () => {
  await db().serviceGate.create({ data: { id: 1, pausedUntil: new Date(Date.now() + 60_000) } })
  const unreachable = async (columns: Columns) => (await seen(columns))?.serviceUnreachable
  const due = { dueAt: NOW }
  expect(await unreachable({ status: 'COMPLETED', ...due })).toBe(true)
  expect(await unreachable({ status: 'PENDING', ...due })).toBe(false)
  expect(await unreachable(approved)).toBe(false)
  await db().serviceGate.update({ where: { id: 1 }, data: { pausedUntil: NOW } })
  expect(await unreachable({ status: 'COMPLETED', ...due })).toBe(false)
})

test.each<[string, Columns]>([
  ['is not opened yet', { serviceInquiryId: null }],
  ['could not be opened', { openState: 'OPEN_FAILED' }],
  ['is decided', { status: 'DECLINED', readAt: NOW }],
])(
  'an inquiry that %s is not read when its applicant returns, unless an event has news',
  async (_, columns) => {
    const { inquiry, applicant } = await insert(columns)
    expect(await returned(applicant)).toBe(false)
    expect(await reload(inquiry)).toEqual(inquiry)
    if (inquiry.status === null) return
    await deliverAndTakeIn(inquiry, 'APPROVED')
    expect(await returned(applicant)).toBe(true)
  },
)

test('a returning applicant makes an urgent read due and resets its backoff, until they report too often', async () => {
  const waiting = { status: 'NEEDS_REVIEW', readAt: NOW, tries: 7 }
  const { inquiry, applicant } = await insert({ ...waiting, dueAt: LATER })
  for (let n = 0; n < 20; n++) expect(await returned(applicant)).toBe(true)
  expect(await reload(inquiry)).toMatchObject({ urgent: true, tries: 0 })
  const before = await makeDue(inquiry, { dueAt: LATER, urgent: false })
  expect(await returned(applicant)).toBe(false)
  expect(await reload(inquiry)).toEqual(before)
})

test('returns are limited per network too, and beyond the limit a read follows within minutes', async () => {
  const network = randomUUID()
  while (await isWithin('return-network', network));
  const { inquiry, applicant } = await insert()
  await makeDue(inquiry, { dueAt: new Date(Date.now() + 5 * 3_600_000) })
  expect(await applicantReturned(applicant, network)).toBe(false)
  // Many honest customers may share an address, so the read must not be hours away.
  const { dueAt, urgent } = await reload(inquiry)
  expect(urgent).toBe(false)
  expect(dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
  expect(await applicantReturned(applicant, randomUUID())).toBe(true)
})
