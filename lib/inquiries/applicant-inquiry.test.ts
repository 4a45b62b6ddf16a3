import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '../db'
import { RETURNS_PER_APPLICANT } from '../limits'
import { insertOpenInquiry, newApplicant, startTestApp, type TestApp } from '../testing/test-app'
import { applicantReturned, getApplicantInquiry } from './applicant-inquiry'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => db().serviceGate.deleteMany())
afterAll(() => app.stop())

const NOW = new Date('2026-01-01T12:00:00Z')
const LATER = new Date(NOW.getTime() + 60_000)
const insert = async (columns: Parameters<typeof insertOpenInquiry>[0] = {}) => {
  const row = await insertOpenInquiry(columns)
  return { row, applicant: { hash: row.applicantHash } }
}
const seen = async (columns: Parameters<typeof insertOpenInquiry>[0]) =>
  getApplicantInquiry((await insert(columns)).applicant, NOW)
const pauseUntil = (pausedUntil: Date) =>
  db().serviceGate.create({ data: { id: 1, nextTurnAt: NOW, pausedUntil } })

test('whoever has not applied has no inquiry, also where others have', async () => {
  await insertOpenInquiry()
  expect(await getApplicantInquiry(newApplicant())).toBeNull()
  expect(await applicantReturned(newApplicant())).toBeNull()
})

test('an inquiry that waits for its applicant has what starts the flow', async () => {
  const inquiryId = randomUUID()
  expect(
    await seen({ inquiryId, createdAt: NOW, statusReceivedAt: LATER, expiresAt: LATER }),
  ).toEqual({
    stage: 'ready',
    product: 'everyday',
    inquiryId,
    expiresAt: LATER.toISOString(),
    accountOpened: false,
    serviceUnreachable: false,
    openedAt: NOW.toISOString(),
    updatedAt: LATER.toISOString(),
  })
})

test('at any other stage nothing that starts the flow is given away', async () => {
  expect(await seen({ status: 'COMPLETED', createdAt: NOW })).toEqual({
    stage: 'submitted',
    product: 'everyday',
    inquiryId: null,
    expiresAt: null,
    accountOpened: false,
    serviceUnreachable: false,
    openedAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
  })
})

test('an account is told as opened when it was, and only while its approval stands', async () => {
  const approved = { status: 'APPROVED', decision: 'APPROVED', confirmedAt: NOW }
  expect(await seen({ ...approved, grantedAt: NOW })).toMatchObject({ accountOpened: true })
  expect(await seen(approved)).toMatchObject({ stage: 'approved', accountOpened: false })
  expect(await seen({ ...approved, status: 'DECLINED', grantedAt: NOW })).toMatchObject({
    stage: 'declined',
    accountOpened: false,
  })
})

test('an account that an earlier attempt opened is told as opened', async () => {
  const { hash } = newApplicant()
  const approved = { applicantHash: hash, liveFor: null, status: 'APPROVED', confirmedAt: NOW }
  const columns = { ...approved, decision: 'APPROVED', grantedAt: NOW }
  const { id } = await insertOpenInquiry(columns)
  await insertOpenInquiry({ ...approved, liveFor: hash })
  expect(await getApplicantInquiry({ hash })).toMatchObject({ accountOpened: true })
  await db().inquiry.update({ where: { id }, data: { status: 'DECLINED', decision: 'DECLINED' } })
  expect(await getApplicantInquiry({ hash })).toMatchObject({ accountOpened: false })
})

test('a service that did not answer is told of', async () => {
  const unreachable = async (columns: Parameters<typeof seen>[0]) =>
    (await seen(columns))?.serviceUnreachable
  expect(await unreachable({ readError: 'UnavailableError' })).toBe(true)
  expect(await unreachable({ inquiryId: null })).toBe(false)
  expect(await unreachable({ inquiryId: null, openError: 'UnavailableError' })).toBe(true)
  // Of an open that was answered after all, the trouble is over.
  expect(await unreachable({ openError: 'UnavailableError' })).toBe(false)
})

test('a pause of the key is told to those alone who wait for the service', async () => {
  await pauseUntil(LATER)
  const due = { nextReadAt: NOW }
  const unreachable = async (columns: Parameters<typeof seen>[0]) =>
    (await seen(columns))?.serviceUnreachable
  expect(await unreachable({ status: 'COMPLETED', ...due })).toBe(true)
  expect(await unreachable({ status: 'PENDING', ...due })).toBe(false)
  expect(await unreachable({ status: 'APPROVED', confirmedAt: NOW, nextReadAt: null })).toBe(false)
  await db().serviceGate.update({ where: { id: 1 }, data: { pausedUntil: NOW } })
  expect(await unreachable({ status: 'COMPLETED', ...due })).toBe(false)
})

test('the attempt that is live counts, and else the newest one', async () => {
  const { hash } = newApplicant()
  const attempt = (product: string, liveFor: string | null) =>
    insertOpenInquiry({ applicantHash: hash, product, liveFor })
  const live = await attempt('savings', hash)
  await attempt('business', null)
  expect(await getApplicantInquiry({ hash })).toMatchObject({ product: 'savings' })
  await db().inquiry.update({ where: { id: live.id }, data: { liveFor: null } })
  expect(await getApplicantInquiry({ hash })).toMatchObject({ product: 'business' })
})

test('who comes back makes a read due, before the others and as if it were the first', async () => {
  const { row, applicant } = await insert({ readAttempts: 7, nextReadAt: LATER })
  const before = Date.now()
  expect(await applicantReturned(applicant)).toBe(row.id)
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ urgent: true, readAttempts: 0 })
  expect(after.nextReadAt?.getTime()).toBeGreaterThanOrEqual(before)
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

test.each([
  ['is not opened yet', { inquiryId: null }],
  ['could not be opened', { openState: 'OPEN_FAILED' }],
  ['is decided', { status: 'DECLINED', confirmedAt: NOW }],
] as const)('an inquiry that %s is not read for who comes back', async (_, columns) => {
  const { row, applicant } = await insert({ ...columns, nextReadAt: null })
  expect(await applicantReturned(applicant)).toBeNull()
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ nextReadAt: null, urgent: false })
})

test.each([
  ['an event alone has decided', { status: 'APPROVED', confirmedAt: null }],
  ['a read has seen under way', { status: 'NEEDS_REVIEW', confirmedAt: NOW }],
])('an inquiry that %s is', async (_, columns) => {
  const { row, applicant } = await insert(columns)
  expect(await applicantReturned(applicant)).toBe(row.id)
})

test('who says again and again that they came back makes nobody else wait', async () => {
  const { row, applicant } = await insert()
  for (let n = 0; n < RETURNS_PER_APPLICANT; n++)
    expect(await applicantReturned(applicant)).toBe(row.id)
  await db().inquiry.update({ where: { id: row.id }, data: { nextReadAt: LATER, urgent: false } })
  expect(await applicantReturned(applicant)).toBeNull()
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ nextReadAt: LATER, urgent: false })
})
