import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '../db'
import { gateRow, whileWaiting } from '../testing/locked-rows'
import { insertOpenInquiry, newStaff } from '../testing/test-app'
import { beginRead, endRead, reload, withTestApp } from '../testing/test-inquiry'
import { refreshStatus } from './refresh-status'
import { revealInquiry } from './reveal-inquiry'

const app = withTestApp()
beforeEach(() => db().serviceGate.deleteMany())

const shows = (row: { inquiryId: string | null; referenceId: string }, status: string) =>
  app.service.answer(() => ({
    body: { inquiryId: row.inquiryId, referenceId: row.referenceId, status },
  }))
const trailOf = (id: string) => db().auditEntry.findMany({ where: { inquiryRow: id } })

test('staff who refresh a status see what the read returned, and the audit trail names them', async () => {
  const viewer = newStaff('VIEWER')
  const row = await insertOpenInquiry()
  shows(row, 'DECLINED')
  const learnt = { ok: true, status: 'DECLINED' }
  expect(await refreshStatus(viewer, row.id)).toEqual({ ...learnt, changed: true })
  expect(await refreshStatus(viewer, row.id)).toEqual({ ...learnt, changed: false })
  const entry = { actor: viewer.id, action: 'inquiry.refreshed', outcome: 'allowed' }
  expect(await trailOf(row.id)).toMatchObject([entry, entry])
})

test('staff see that a read failed, and it is retried', async () => {
  const viewer = newStaff('VIEWER')
  const row = await insertOpenInquiry()
  app.service.answer(() => ({ status: 404 }))
  expect(await refreshStatus(viewer, row.id)).toEqual({ ok: false, reason: 'unavailable' })
  expect((await reload(row)).dueAt).not.toBeNull()
})

test('while another read may be under way, a refresh makes none, and one follows within seconds', async () => {
  const row = await insertOpenInquiry()
  const claim = await beginRead(row)
  app.service.answer(() => ({ status: 404 }))
  expect(await refreshStatus(newStaff('VIEWER'), row.id)).toEqual({
    ok: false,
    reason: 'under_way',
  })
  expect(app.service.requests).toEqual([])
  await endRead(row, 'DECLINED', { claim })
  const after = await reload(row)
  expect(after).toMatchObject({ status: 'DECLINED', urgent: true })
  expect(after.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 2_000)
})

test('refreshes that get a 404 do not end the reads, however long the inquiry was polled', async () => {
  const row = await insertOpenInquiry({ attempts: 25 })
  app.service.answer(() => ({ status: 404 }))
  for (let n = 0; n < 10; n++) await refreshStatus(newStaff('VIEWER'), row.id)
  expect(await reload(row)).toMatchObject({
    dueAt: expect.any(Date),
    lastError: 'NotFoundError',
  })
})

test('while calls are paused, the service is not called and the read is due by the database’s clock', async () => {
  const row = await insertOpenInquiry({ attempts: 5 })
  const before = Date.now()
  await db().serviceGate.create({ data: { id: 1, pausedUntil: new Date(before + 60_000) } })
  shows(row, 'APPROVED')
  vi.useFakeTimers({ toFake: ['Date'], now: before + 3_600_000 })
  const refused = await refreshStatus(newStaff('VIEWER'), row.id).finally(vi.useRealTimers)
  expect(refused).toEqual({ ok: false, reason: 'unavailable' })
  expect(app.service.requests).toEqual([])
  const after = await reload(row)
  expect(after).toMatchObject({ urgent: true, attempts: 0, status: null })
  expect(after.dueAt?.getTime()).toBeGreaterThanOrEqual(before)
  expect(after.dueAt?.getTime()).toBeLessThan(Date.now() + 60_000)
})

test('a rate limit of the service is explained in the same way to a refresh and a reveal', async () => {
  const reviewer = newStaff('REVIEWER')
  const row = await insertOpenInquiry()
  app.service.answer(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  const read = await refreshStatus(reviewer, row.id)
  const again = await refreshStatus(reviewer, row.id)
  const reveal = await revealInquiry(reviewer, row.id)
  expect(app.service.requests).toHaveLength(1)
  for (const refusal of [read, again])
    expect(refusal).toEqual({ ok: false, reason: 'rate_limited', retryAfterMs: expect.any(Number) })
  expect(reveal).toEqual({ ok: false, error: 'rate_limited', retryAfterMs: expect.any(Number) })
  for (const { retryAfterMs } of [read, again, reveal] as { retryAfterMs: number }[])
    expect(Math.round(retryAfterMs / 10_000)).toBe(60)
})

test('a member of staff may refresh ten times a minute, and further attempts change nothing', async () => {
  const [eager, other] = [newStaff('VIEWER'), newStaff('VIEWER')]
  const row = await insertOpenInquiry()
  shows(row, 'DECLINED')
  const answers = []
  for (let n = 0; n < 10; n++) answers.push(await refreshStatus(eager, row.id))
  const its = { dueAt: new Date('2030-01-01'), attempts: 3 }
  await db().inquiry.update({ where: { id: row.id }, data: its })
  for (let n = 0; n < 2; n++) answers.push(await refreshStatus(eager, row.id))
  expect(await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject(its)
  const refused = { inquiryRow: row.id, outcome: 'rate_limited' }
  expect(await db().auditEntry.count({ where: refused })).toBe(2)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  expect(answers.at(-1)).toEqual({ ok: false, reason: 'too_often', retryAfterMs: 60_000 })
  expect(app.service.requests).toHaveLength(10)
  expect(await refreshStatus(other, row.id)).toMatchObject({ ok: true })
})

test('when others have used up the budget, staff see that they can retry in a few seconds', async () => {
  const row = await insertOpenInquiry()
  await db().serviceGate.create({ data: { id: 1, tokens: -1e9 } })
  shows(row, 'NEEDS_REVIEW')
  expect(await refreshStatus(newStaff('VIEWER'), row.id)).toEqual({
    ok: false,
    reason: 'rate_limited',
    retryAfterMs: 5_000,
  })
  expect(app.service.requests).toEqual([])
})

test.each(['OPENING', 'OPEN_FAILED'] as const)(
  'an inquiry that is %s has nothing to read',
  async (openState) => {
    const viewer = newStaff('VIEWER')
    const { id } = await insertOpenInquiry({ openState })
    app.service.answer(() => ({ status: 404 }))
    expect(await refreshStatus(viewer, id)).toEqual({ ok: false, reason: 'not_opened' })
    expect(app.service.requests).toEqual([])
    expect(await trailOf(id)).toEqual([])
  },
)

test('an inquiry that does not exist is not found', async () => {
  expect(await refreshStatus(newStaff('VIEWER'), randomUUID())).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('a refresh finds nothing if a colleague erases the applicant while it waits for a call, or during the call', async () => {
  const [viewer, missing] = [newStaff('VIEWER'), { ok: false, reason: 'not_found' }]
  const erase = ({ id }: { id: string }) => db().inquiry.delete({ where: { id } })
  const [waiting, called] = [await insertOpenInquiry(), await insertOpenInquiry()]
  await db().serviceGate.create({ data: { id: 1, tokens: 1 } })
  const refresh = () => refreshStatus(viewer, waiting.id)
  const [early] = await whileWaiting(gateRow, refresh, () => erase(waiting))
  expect(early).toEqual(missing)
  expect(app.service.requests).toEqual([])

  app.service.answer(async () => {
    await erase(called)
    return { body: { inquiryId: called.inquiryId, referenceId: called.referenceId, status: 'X' } }
  })
  expect(await refreshStatus(viewer, called.id)).toEqual(missing)
  expect(app.service.requests).toHaveLength(1)
})
