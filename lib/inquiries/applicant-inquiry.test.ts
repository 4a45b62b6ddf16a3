import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { PRODUCTS } from '../../site'
import { db } from '../db'
import { mayReadAtOnce, RETURNS_PER_APPLICANT } from '../limits'
import { insertOpenInquiry, newApplicant } from '../testing/test-app'
import { makeDue, reload, withTestApp } from '../testing/test-inquiry'
import { shows } from '../testing/test-reconciler'
import { applicantReturned, getApplicantAccount, getApplicantInquiry } from './applicant-inquiry'
import { reconcileOne } from './reconcile'

const app = withTestApp()
beforeEach(() => db().serviceGate.deleteMany())

const NOW = new Date('2026-01-01T12:00:00Z')
const LATER = new Date(NOW.getTime() + 60_000)
const insert = async (columns: Parameters<typeof insertOpenInquiry>[0] = {}) => {
  const row = await insertOpenInquiry(columns)
  return { row, applicant: { hash: row.applicantHash } }
}
const seen = async (columns: Parameters<typeof insertOpenInquiry>[0]) =>
  getApplicantInquiry((await insert(columns)).applicant, NOW)
/** Any string works as a network here. */
const NETWORK = randomUUID()
const returned = (applicant: { hash: string }) => applicantReturned(applicant, NETWORK)
const pauseUntil = (pausedUntil: Date) => db().serviceGate.create({ data: { id: 1, pausedUntil } })

test('an applicant who has not applied has no inquiry, even if others have', async () => {
  await insertOpenInquiry()
  expect(await getApplicantInquiry(newApplicant())).toBeNull()
  expect(await returned(newApplicant())).toBeNull()
})

test('an inquiry that is ready includes the inquiryId, which starts the flow', async () => {
  const inquiryId = randomUUID()
  expect(await seen({ inquiryId, createdAt: NOW, heardAt: LATER, expiresAt: LATER })).toEqual({
    stage: 'ready',
    product: PRODUCTS[0].id,
    inquiryId,
    expiresAt: LATER.toISOString(),
    accountOpened: false,
    accountOnHold: false,
    account: null,
    serviceUnreachable: false,
    openedAt: NOW.toISOString(),
    updatedAt: LATER.toISOString(),
  })
})

test('once the check is submitted, the inquiryId is withheld', async () => {
  expect(await seen({ status: 'COMPLETED', createdAt: NOW })).toEqual({
    stage: 'submitted',
    product: PRODUCTS[0].id,
    inquiryId: null,
    expiresAt: null,
    accountOpened: false,
    accountOnHold: false,
    account: null,
    serviceUnreachable: false,
    openedAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
  })
})

const openedAccount = (openedAt: Date | null) => ({
  create: { requestedAt: NOW, openedAt, account: openedAt && 'ACC 1' },
})
const approved = { status: 'APPROVED', readAt: NOW, decidedAt: NOW }

test('an account is shown as open once it is, until its grant is withdrawn', async () => {
  const granted = { ...approved, grantedAt: NOW }
  const isOpened = async (columns: Parameters<typeof seen>[0]) =>
    (await seen(columns))?.accountOpened
  expect(await isOpened({ ...granted, accountOpening: openedAccount(NOW) })).toBe(true)
  expect(await isOpened({ ...granted, accountOpening: openedAccount(null) })).toBe(false)
  expect(await isOpened(granted)).toBe(false)
  expect(await isOpened({ ...approved, accountOpening: openedAccount(NOW) })).toBe(false)
})

test('the account page has the number once the account is open, and nothing after a reversal', async () => {
  const opened = { ...approved, grantedAt: NOW, accountOpening: openedAccount(NOW) }
  const pageOf = async (columns: Parameters<typeof insert>[0]) =>
    getApplicantAccount((await insert(columns)).applicant, NOW)
  const account = { account: 'ACC 1', product: PRODUCTS[0].id, openedAt: NOW.toISOString() }
  expect(await pageOf(opened)).toEqual(account)
  expect(await pageOf({ ...opened, accountOpening: openedAccount(null) })).toBeNull()
  expect(await pageOf({ ...opened, grantedAt: null })).toBeNull()
  expect(await getApplicantAccount(newApplicant(), NOW)).toBeNull()
  const reversalReported = { ...opened, reportedStatus: 'DECLINED', heardAt: LATER }
  expect(await pageOf(reversalReported)).toBeNull()
})

test('an account that an earlier attempt opened is shown as open until that grant is in doubt or withdrawn', async () => {
  const { hash } = newApplicant()
  const attempt = { ...approved, applicantHash: hash, activeApplicantHash: null }
  const columns = { ...attempt, grantedAt: NOW, accountOpening: openedAccount(NOW) }
  const { id } = await insertOpenInquiry(columns)
  await insertOpenInquiry({ ...attempt, activeApplicantHash: hash })
  expect(await getApplicantInquiry({ hash })).toMatchObject({ accountOpened: true })
  const reversal = { reportedStatus: 'DECLINED', heardAt: LATER }
  await db().inquiry.update({ where: { id }, data: reversal })
  expect(await getApplicantInquiry({ hash })).toMatchObject({ accountOpened: false })
  await db().inquiry.update({
    where: { id },
    data: { status: 'DECLINED', readAt: new Date(LATER.getTime() + 1), grantedAt: null },
  })
  expect(await getApplicantInquiry({ hash })).toMatchObject({ accountOpened: false })
})

test('an account that was opened before a reversal is on hold, with its number', async () => {
  const opened = { status: 'DECLINED', readAt: LATER, decidedAt: NOW, grantedAt: null }
  const held = { accountOpened: false, accountOnHold: true, account: 'ACC 1' }
  expect(await seen({ ...opened, accountOpening: openedAccount(NOW) })).toMatchObject(held)
  const notHeld = { accountOnHold: false, account: null }
  expect(await seen({ ...opened, accountOpening: openedAccount(null) })).toMatchObject(notHeld)
  expect(await seen(opened)).toMatchObject(notHeld)
})

test('a decision that an event reported shows as confirming until a later read', async () => {
  const reported = { reportedStatus: 'APPROVED', reportedAt: NOW, heardAt: NOW, nextReadAt: NOW }
  const stageOf = async (readAt: Date | null, status: string | null) =>
    (await seen({ ...reported, status, readAt }))?.stage
  expect(await stageOf(null, null)).toBe('confirming')
  expect(await stageOf(NOW, 'PENDING')).toBe('confirming')
  expect(await stageOf(LATER, 'APPROVED')).toBe('approved')
  expect(await stageOf(LATER, 'DECLINED')).toBe('declined')
})

test('a service that did not answer is shown as unreachable', async () => {
  const unreachable = async (columns: Parameters<typeof seen>[0]) =>
    (await seen(columns))?.serviceUnreachable
  expect(await unreachable({ readError: 'UnavailableError' })).toBe(true)
  expect(await unreachable({ inquiryId: null })).toBe(false)
  expect(await unreachable({ inquiryId: null, openError: 'UnavailableError' })).toBe(true)
  // The open got its response in the end, so the old error no longer counts.
  expect(await unreachable({ openError: 'UnavailableError' })).toBe(false)
})

test('a pause of all calls is shown only to applicants who are waiting for the service', async () => {
  await pauseUntil(LATER)
  const due = { nextReadAt: NOW }
  const unreachable = async (columns: Parameters<typeof seen>[0]) =>
    (await seen(columns))?.serviceUnreachable
  expect(await unreachable({ status: 'COMPLETED', ...due })).toBe(true)
  expect(await unreachable({ status: 'PENDING', ...due })).toBe(false)
  expect(await unreachable({ ...approved, nextReadAt: null })).toBe(false)
  await db().serviceGate.update({ where: { id: 1 }, data: { pausedUntil: NOW } })
  expect(await unreachable({ status: 'COMPLETED', ...due })).toBe(false)
})

test('the applicant sees the active attempt, or else the newest one', async () => {
  const { hash } = newApplicant()
  const attempt = (product: string, activeApplicantHash: string | null) =>
    insertOpenInquiry({ applicantHash: hash, product, activeApplicantHash })
  const live = await attempt('live', hash)
  await attempt('other', null)
  expect(await getApplicantInquiry({ hash })).toMatchObject({ product: 'live' })
  await db().inquiry.update({ where: { id: live.id }, data: { activeApplicantHash: null } })
  expect(await getApplicantInquiry({ hash })).toMatchObject({ product: 'other' })
})

test('a returning applicant makes an urgent read due and resets its backoff', async () => {
  const { row, applicant } = await insert({ readAttempts: 7, nextReadAt: LATER })
  const before = Date.now()
  expect(await returned(applicant)).toBe(row.id)
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ urgent: true, readAttempts: 0 })
  expect(after.nextReadAt?.getTime()).toBeGreaterThanOrEqual(before)
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

test.each([
  ['is not opened yet', { inquiryId: null }],
  ['could not be opened', { openState: 'OPEN_FAILED' }],
  ['is decided', { status: 'DECLINED', readAt: NOW }],
] as const)('an inquiry that %s is not read when its applicant returns', async (_, columns) => {
  const { row, applicant } = await insert({ ...columns, nextReadAt: null })
  expect(await returned(applicant)).toBeNull()
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ nextReadAt: null, urgent: false })
})

test.each([
  [
    'a decision that an event reported awaits its read',
    { status: 'PENDING', reportedStatus: 'APPROVED', heardAt: NOW },
  ],
  [
    'a reversal that an event reported awaits its read',
    { status: 'APPROVED', readAt: NOW, reportedStatus: 'DECLINED', heardAt: LATER },
  ],
  ['a review is under way', { status: 'NEEDS_REVIEW', readAt: NOW }],
])('while %s, an inquiry is read when its applicant returns', async (_, columns) => {
  const { row, applicant } = await insert(columns)
  expect(await returned(applicant)).toBe(row.id)
})

test('an applicant who keeps reporting a return stops getting urgent reads', async () => {
  const { row, applicant } = await insert()
  for (let n = 0; n < RETURNS_PER_APPLICANT; n++) expect(await returned(applicant)).toBe(row.id)
  await db().inquiry.update({ where: { id: row.id }, data: { nextReadAt: LATER, urgent: false } })
  expect(await returned(applicant)).toBeNull()
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ nextReadAt: LATER, urgent: false })
})

test('returns are limited per network too, however many applicants report them', async () => {
  const network = randomUUID()
  let allowed = 0
  for (let n = 0; n < 102; n++) {
    const { applicant } = await insert()
    if ((await applicantReturned(applicant, network)) !== null) allowed++
  }
  expect(allowed).toBe(100)
  const { row, applicant } = await insert({ nextReadAt: new Date(Date.now() + 5 * 3_600_000) })
  expect(await applicantReturned(applicant, network)).toBeNull()
  // Many honest customers may share an address, so this one's read isn't hours away.
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after.urgent).toBe(false)
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
  expect(await applicantReturned(applicant, randomUUID())).toBe(row.id)
})

test('a return from a busy network is not lost to a read that is in flight', async () => {
  const network = randomUUID()
  while (await mayReadAtOnce(network));
  const inquiry = await insertOpenInquiry({ readAttempts: 14 })
  await makeDue(inquiry)
  const expiresAt = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString()
  const answer = shows('PENDING', { expiresAt })
  app.service.answer(async (request, nth) => {
    const pending = answer(request, nth)
    // The customer finishes the flow while the response is on its way.
    expect(await applicantReturned({ hash: inquiry.applicantHash }, network)).toBeNull()
    return pending
  })
  await reconcileOne(inquiry.id)
  const { nextReadAt } = await reload(inquiry)
  expect(nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
})

test('an applicant whose expired attempt is approved late sees the account, not the next attempt', async () => {
  const grantedAt = new Date(NOW.getTime() - 1_000)
  const { row, applicant } = await insert({
    activeApplicantHash: null,
    status: 'APPROVED',
    readAt: grantedAt,
    decidedAt: grantedAt,
    grantedAt,
    accountOpening: {
      create: { requestedAt: grantedAt, nextTryAt: null, openedAt: NOW, account: 'ACC 1' },
    },
  })
  const next = { applicantHash: applicant.hash, activeApplicantHash: applicant.hash }
  const { id } = await insertOpenInquiry(next)
  const opened = { stage: 'approved', inquiryId: null, accountOpened: true, account: 'ACC 1' }
  expect(await getApplicantInquiry(applicant, LATER)).toMatchObject(opened)
  await db().inquiry.update({ where: { id }, data: { status: 'DECLINED', readAt: NOW } })
  expect(await getApplicantInquiry(applicant, LATER)).toMatchObject(opened)
  await db().inquiry.update({ where: { id: row.id }, data: { grantedAt: null } })
  expect(await getApplicantInquiry(applicant, LATER)).toMatchObject({ stage: 'declined' })
})
