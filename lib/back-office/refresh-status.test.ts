// Staff ask for a read. The reconciler makes it, as for a customer's return.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { reconcileDue } from '../inquiries/reconcile'
import { insertOpenInquiry, newStaff } from '../testing/test-app'
import { beginRead, endRead, reload, withTestApp } from '../testing/test-inquiry'
import { refreshStatus } from './refresh-status'
import { revealInquiry } from './reveal-inquiry'

const app = withTestApp()
beforeEach(async () => {
  await db().serviceGate.deleteMany()
  await db().inquiry.updateMany({ data: { dueAt: null } })
})

const shows = (row: { inquiryId: string | null; referenceId: string }, status: string) =>
  app.service.answer(() => ({
    body: { inquiryId: row.inquiryId, referenceId: row.referenceId, status },
  }))
const trailOf = (id: string) => db().auditEntry.findMany({ where: { inquiryRow: id } })

test('a refresh by staff makes a read due at once, which goes before scheduled ones, and the audit trail names them', async () => {
  const viewer = newStaff('VIEWER')
  const row = await insertOpenInquiry({
    status: 'NEEDS_REVIEW',
    attempts: 9,
    dueAt: new Date(Date.now() + 3_600_000),
  })
  shows(row, 'DECLINED')
  const answer = await refreshStatus(viewer, row.id)
  expect(answer).toEqual({ ok: true, askedAt: expect.any(String), status: 'NEEDS_REVIEW' })
  expect(app.service.requests).toEqual([])
  expect(await reload(row)).toMatchObject({ urgent: true, attempts: 0, status: 'NEEDS_REVIEW' })
  expect(await reconcileDue(500)).toMatchObject({ reconciled: 1 })
  const { status, readAt } = await reload(row)
  expect(status).toBe('DECLINED')
  expect(readAt?.toISOString() ?? '').toSatisfy((at) => answer.ok && at >= answer.askedAt)
  const entry = { actor: viewer.id, action: 'inquiry.refreshed', outcome: 'allowed' }
  expect(await trailOf(row.id)).toMatchObject([entry])
})

test('an error from before the refresh isn’t taken for its answer', async () => {
  const row = await insertOpenInquiry({ lastError: 'UnavailableError' })
  app.service.answer(() => ({ status: 404 }))
  await refreshStatus(newStaff('VIEWER'), row.id)
  expect(await reload(row)).toMatchObject({ lastError: null })
  await reconcileDue(500)
  expect(await reload(row)).toMatchObject({ lastError: 'NotFoundError', dueAt: expect.any(Date) })
})

test('if a read is under way, another follows within seconds', async () => {
  const row = await insertOpenInquiry()
  const claim = await beginRead(row)
  const answer = await refreshStatus(newStaff('VIEWER'), row.id)
  await endRead(row, 'DECLINED', { claim })
  const after = await reload(row)
  expect(after).toMatchObject({ status: 'DECLINED', urgent: true })
  expect(after.readAt?.toISOString() ?? '').toSatisfy((at) => answer.ok && at < answer.askedAt)
  expect(after.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 2_000)
})

test('while calls are paused, staff see why, and the read is due by the database’s clock', async () => {
  const row = await insertOpenInquiry({ attempts: 5, lastError: 'UnauthorisedError' })
  const before = Date.now()
  await db().serviceGate.create({ data: { id: 1, pausedUntil: new Date(before + 60_000) } })
  vi.useFakeTimers({ toFake: ['Date'], now: before + 3_600_000 })
  const refused = await refreshStatus(newStaff('VIEWER'), row.id).finally(vi.useRealTimers)
  expect(refused).toEqual({ ok: false, error: 'unavailable' })
  const after = await reload(row)
  expect(after).toMatchObject({ urgent: true, attempts: 0, lastError: 'UnauthorisedError' })
  expect(after.dueAt?.getTime()).toBeGreaterThanOrEqual(before)
  expect(after.dueAt?.getTime()).toBeLessThan(Date.now() + 60_000)
})

test('a rate limit of the service is explained in the same way to a refresh and a reveal', async () => {
  const reviewer = newStaff('REVIEWER')
  const row = await insertOpenInquiry()
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  await refreshStatus(reviewer, row.id)
  await reconcileDue(500)
  expect(await reload(row)).toMatchObject({ lastError: 'RateLimitedError' })
  const again = await refreshStatus(reviewer, row.id)
  const reveal = await revealInquiry(reviewer, row.id)
  expect(app.service.requests).toHaveLength(1)
  for (const refusal of [again, reveal]) {
    expect(refusal).toMatchObject({ ok: false, error: 'rate_limited' })
    const { retryAfterMs } = refusal as { retryAfterMs: number }
    expect(Math.round(retryAfterMs / 10_000)).toBe(60)
  }
})

test('a member of staff may refresh ten times a minute, and further attempts change nothing', async () => {
  const [eager, other] = [newStaff('VIEWER'), newStaff('VIEWER')]
  const row = await insertOpenInquiry()
  const answers = []
  for (let n = 0; n < 10; n++) answers.push(await refreshStatus(eager, row.id))
  const its = { dueAt: new Date('2030-01-01'), attempts: 3 }
  await db().inquiry.update({ where: { id: row.id }, data: its })
  for (let n = 0; n < 2; n++) answers.push(await refreshStatus(eager, row.id))
  expect(await reload(row)).toMatchObject(its)
  const refused = { inquiryRow: row.id, outcome: 'rate_limited' }
  expect(await db().auditEntry.count({ where: refused })).toBe(2)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  expect(answers.at(-1)).toEqual({ ok: false, error: 'too_often', retryAfterMs: 60_000 })
  expect(await refreshStatus(other, row.id)).toMatchObject({ ok: true })
})

test.each(['OPENING', 'OPEN_FAILED'] as const)(
  'an inquiry that is %s has nothing to read',
  async (openState) => {
    const { id } = await insertOpenInquiry({ openState })
    const answer = { ok: false, error: 'not_opened' }
    expect(await refreshStatus(newStaff('VIEWER'), id)).toEqual(answer)
    expect(await trailOf(id)).toEqual([])
  },
)

test('an inquiry that doesn’t exist is not found', async () => {
  const answer = { ok: false, error: 'not_found' }
  expect(await refreshStatus(newStaff('VIEWER'), randomUUID())).toEqual(answer)
})
