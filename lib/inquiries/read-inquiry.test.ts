// What a read leaves on its row. Which read counts is decided by the pure rules in read-rules.ts.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import type { Inquiry, Prisma } from '../prisma-client/client'
import { insertOpenInquiry, newApplicant, startTestApp, type TestApp } from '../testing/test-app'
import { backgroundService } from '../verification-service'
import { grantAccount } from './grant-account'
import { applyRead, readBack } from './read-back'

const MINUTE_MS = 60_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.stop())

const reload = (id: string) => db().inquiry.findUniqueOrThrow({ where: { id } })
const insert = async (columns: Prisma.InquiryUpdateInput = {}) => {
  const { id } = await insertOpenInquiry()
  return db().inquiry.update({ where: { id }, data: { nextReadAt: new Date(), ...columns } })
}
const readOf = (row: Inquiry, status: string) => ({
  inquiryId: row.inquiryId ?? '',
  referenceId: row.referenceId,
  status,
  expiresAt: null,
  reviewReasons: [],
  portalDecisionNote: null,
  portalDecidedAt: null,
})
const changesOf = (row: Inquiry) => db().statusChange.findMany({ where: { inquiryRow: row.id } })

test('a change is kept with its source and time; a read that shows the same leaves none', async () => {
  const row = await insert()
  const startedAt = new Date()
  await applyRead(row, readOf(row, 'NEEDS_REVIEW'), startedAt)
  const change = { fromStatus: null, toStatus: 'NEEDS_REVIEW', source: 'READ', asOf: startedAt }
  expect(await changesOf(row)).toEqual([expect.objectContaining(change)])
  await applyRead(row, readOf(row, 'NEEDS_REVIEW'), new Date())
  expect(await changesOf(row)).toHaveLength(1)
})

test.each([
  ['an older read', 'READ', -1, 'NEEDS_REVIEW'],
  ['a read of the same moment', 'READ', 0, 'DECLINED'],
  ['a newer read', 'READ', 1, 'DECLINED'],
  ['a read, however old, of an event’s status', 'WEBHOOK', -1, 'DECLINED'],
] as const)(
  '%s after a status is weighed by when it was asked for',
  async (_what, statusSource, ms, status) => {
    const asOf = new Date()
    const row = await insert({ status: 'NEEDS_REVIEW', statusSource, statusAsOf: asOf })
    await applyRead(row, readOf(row, 'DECLINED'), new Date(asOf.getTime() + ms))
    expect(await reload(row.id)).toMatchObject({ status })
  },
)

test('the time of the first decision stays, whatever comes after it', async () => {
  const row = await insert()
  await applyRead(row, readOf(row, 'APPROVED'), new Date())
  const { decidedAt } = await reload(row.id)
  expect(decidedAt).not.toBeNull()
  await db().inquiry.update({ where: { id: row.id }, data: { decidedAt: new Date(0) } })
  await applyRead(row, readOf(row, 'DECLINED'), new Date())
  expect((await reload(row.id)).decidedAt).toEqual(new Date(0))
})

test('a read that fails is told on its row, is tried again, and concerns this row alone', async () => {
  const warn = vi.spyOn(log, 'warn')
  app.service.answer(() => ({ status: 404 }))
  const [row, other] = [await insert(), await insert()]
  const startedAt = Date.now()
  await readBack(row, backgroundService())
  const after = await reload(row.id)
  expect(after.readError).toBe('NotFoundError')
  expect(after.nextReadAt?.getTime()).toBeGreaterThan(startedAt)
  expect(await reload(other.id)).toEqual(other)
  expect(warn).toHaveBeenCalledWith('read_back_failed', { inquiry: row.id, error: 'NotFoundError' })
})

test('a row that became due again during a read that fails stays due', async () => {
  const row = await insert()
  const again = new Date(Date.now() + 1)
  app.service.answer(async () => {
    await db().inquiry.update({ where: { id: row.id }, data: { nextReadAt: again } })
    return { status: 404 }
  })
  await readBack(row, backgroundService())
  expect(await reload(row.id)).toMatchObject({ nextReadAt: again, readError: null })
})

test.each([
  ['inquiryId', { inquiryId: crypto.randomUUID() }],
  ['referenceId', { referenceId: 'another' }],
])(
  'an answer with another %s concludes nothing, is looked at again in an hour, and staff see it',
  async (_field, wrong) => {
    const error = vi.spyOn(log, 'error')
    const [row, other] = [await insert(), await insert()]
    const startedAt = Date.now()
    await applyRead(row, { ...readOf(row, 'APPROVED'), ...wrong }, new Date())
    const after = await reload(row.id)
    expect(after).toMatchObject({ status: null, readError: 'REFERENCE_MISMATCH' })
    expect(after.nextReadAt?.getTime()).toBeGreaterThanOrEqual(startedAt + 60 * MINUTE_MS)
    expect(await reload(other.id)).toEqual(other)
    expect(error.mock.calls).toEqual([['read_back_mismatch', { inquiry: row.id }]])
  },
)

test('a row without an inquiry is not asked for', async () => {
  app.service.answer(() => ({ status: 404 }))
  const row = await insertOpenInquiry({ inquiryId: null })
  await readBack(row, backgroundService())
  expect(app.service.requests).toEqual([])
})

test('events that were held until another one made the row known are matched by its read, however old (N12)', async () => {
  const reported = { status: 'NEEDS_REVIEW', statusSource: 'WEBHOOK' } as const
  const row = await insert(reported)
  const held = await db().webhookEvent.create({
    data: {
      id: crypto.randomUUID(),
      kind: 'inquiry.review_in_progress',
      createdAt: new Date(0),
      receivedAt: new Date(0),
      inquiryId: row.inquiryId,
      status: 'NEEDS_REVIEW',
      payload: {},
      outcome: 'UNMATCHED',
    },
  })
  await applyRead(row, readOf(row, 'NEEDS_REVIEW'), new Date())
  const after = await db().webhookEvent.findUniqueOrThrow({ where: { id: held.id } })
  expect(after.outcome).toBe('STALE')
})

/** An approval that is to be granted, and everything that was written about it. */
const approved = (applicantHash: string) =>
  insert({
    applicantHash,
    liveFor: null,
    status: 'APPROVED',
    decision: 'APPROVED',
    confirmedAt: new Date(),
  })
const grant = (row: Inquiry) => db().$transaction((tx) => grantAccount(row.id, tx))
const trailOf = (row: Inquiry) =>
  db().auditEntry.findMany({ where: { inquiryRow: row.id }, select: { action: true } })

test('two attempts of one applicant that are both approved open one account, and staff see why', async () => {
  const { hash } = newApplicant()
  const [first, second] = [await approved(hash), await approved(hash)]
  const info = vi.spyOn(log, 'info')
  await Promise.all([grant(first), grant(second), grant(second)])
  const rows = await db().inquiry.findMany({ where: { applicantHash: hash } })
  expect(rows.filter(({ grantedAt }) => grantedAt !== null)).toHaveLength(1)
  const actions = [...(await trailOf(first)), ...(await trailOf(second))].map((e) => e.action)
  expect(actions.toSorted()).toEqual(['account.not_opened', 'account.opened'])
  expect(info.mock.calls.map(([event]) => event).toSorted()).toEqual([
    'account_not_opened',
    'account_opened',
  ])
})

test('an approval that was taken back keeps no later one from opening an account (N5)', async () => {
  const { hash } = newApplicant()
  const first = await approved(hash)
  await grant(first)
  await applyRead(first, readOf(first, 'DECLINED'), new Date())
  const second = await approved(hash)
  await grant(second)
  expect((await reload(second.id)).grantedAt).not.toBeNull()
})

test('an account is opened once, with one entry in the trail and one line in the log', async () => {
  const info = vi.spyOn(log, 'info')
  const row = await insert({ status: 'APPROVED', confirmedAt: new Date() })
  await Promise.all([1, 2, 3].map(() => grant(row)))
  const trail = await db().auditEntry.findMany({ where: { inquiryRow: row.id } })
  const entry = { actor: 'system', action: 'account.opened', outcome: 'granted' }
  expect(trail).toEqual([expect.objectContaining(entry)])
  expect(info.mock.calls).toEqual([['account_opened', { inquiry: row.id }]])
})

test.each([
  ['an approval that no read has confirmed', { status: 'APPROVED', confirmedAt: null }],
  ['a confirmed status that is no approval', { status: 'DECLINED', confirmedAt: new Date() }],
])('%s opens no account, whoever asks for it (S6)', async (_what, columns) => {
  const [row, other] = [
    await insert(columns),
    await insert({ status: 'APPROVED', confirmedAt: new Date() }),
  ]
  await grant(row)
  expect(await reload(row.id)).toEqual(row)
  expect(await reload(other.id)).toEqual(other)
  expect(await db().auditEntry.count({ where: { inquiryRow: row.id } })).toBe(0)
})
