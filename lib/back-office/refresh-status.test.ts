// Staff request a read, and the reconciler makes it, as for a customer's return.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../database/db'
import { beginRead, insertOpenInquiry, newStaff, reload, withTestApp } from '../testing/test-app'
import { refreshStatus } from './refresh-status'

const app = withTestApp()
beforeEach(() => db().inquiry.updateMany({ data: { dueAt: null } }))

const shows = (row: { serviceInquiryId: string | null; referenceId: string }, status: string) =>
  app.service.answer(() => ({
    body: { inquiryId: row.serviceInquiryId, referenceId: row.referenceId, status },
  }))
/** Stops the clock, so that a slow machine doesn't run into the time limit. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
}
const trailOf = (id: string) => db().auditEntry.findMany({ where: { inquiryId: id } })

test.each([
  ['DECLINED', 'changed'],
  ['NEEDS_REVIEW', 'unchanged'],
])('a refresh reads the status at once, and %s is shown as %s', async (status, shown) => {
  stopClock()
  const viewer = newStaff('VIEWER')
  const row = await insertOpenInquiry({
    status: 'NEEDS_REVIEW',
    tries: 9,
    readAt: new Date(),
    dueAt: new Date(Date.now() + 3_600_000),
  })
  shows(row, status)
  expect(await refreshStatus(viewer, row.id)).toBe(shown)
  expect(await reload(row)).toMatchObject({ status })
  expect(app.service.requests).toHaveLength(1)
  const entry = { actor: viewer.id, action: 'inquiry.refreshed', outcome: 'allowed' }
  // A notice to the customer may add an entry meanwhile.
  const trail = await trailOf(row.id)
  expect(trail.filter(({ actor }) => actor !== 'system')).toMatchObject([entry])
})

test('a failure is shown, and an earlier failure isn’t taken for the refresh’s answer', async () => {
  stopClock()
  const lastError = 'UnavailableError'
  const [one, other] = [await insertOpenInquiry({ lastError }), await insertOpenInquiry()]
  shows(one, 'COMPLETED')
  expect(await refreshStatus(newStaff('VIEWER'), one.id)).toBe('changed')
  app.service.answer(() => ({ status: 404 }))
  expect(await refreshStatus(newStaff('VIEWER'), other.id)).toBe('failed')
  expect(await reload(other)).toMatchObject({ lastError: 'NotFoundError' })
})

test('while a read is under way, staff see that there is no answer yet, and another read follows', async () => {
  const row = await insertOpenInquiry()
  await beginRead(row)
  expect(await refreshStatus(newStaff('VIEWER'), row.id)).toBe('late')
  expect(await reload(row)).toMatchObject({ urgent: true })
})

test('while calls are paused, the read is due by the database’s clock', async () => {
  const row = await insertOpenInquiry({ tries: 5, lastError: 'UnauthorisedError' })
  const before = Date.now()
  await db().serviceGate.create({ data: { id: 1, pausedUntil: new Date(before + 60_000) } })
  vi.useFakeTimers({ toFake: ['Date'], now: before + 3_600_000 })
  const result = await refreshStatus(newStaff('VIEWER'), row.id).finally(vi.useRealTimers)
  expect(result).toBe('paused')
  const after = await reload(row)
  expect(after).toMatchObject({ urgent: true, tries: 0, lastError: 'UnauthorisedError' })
  expect(after.dueAt?.getTime()).toBeGreaterThanOrEqual(before)
  expect(after.dueAt?.getTime()).toBeLessThan(Date.now() + 60_000)
})

test('a member of staff may refresh ten times a minute, and further attempts change nothing', async () => {
  const [eager, other] = [newStaff('VIEWER'), newStaff('VIEWER')]
  const row = await insertOpenInquiry()
  await db().serviceGate.create({
    data: { id: 1, pausedUntil: new Date(Date.now() + 60_000) },
  })
  for (let n = 0; n < 10; n++) expect(await refreshStatus(eager, row.id)).toBe('paused')
  const its = { dueAt: new Date('2030-01-01'), tries: 3 }
  await db().inquiry.update({ where: { id: row.id }, data: its })
  for (let n = 0; n < 2; n++) expect(await refreshStatus(eager, row.id)).toBe('too_often')
  expect(await reload(row)).toMatchObject(its)
  const refused = { inquiryId: row.id, outcome: 'rate_limited' }
  expect(await db().auditEntry.count({ where: refused })).toBe(2)
  expect(await refreshStatus(other, row.id)).toBe('paused')
})

test.each(['OPENING', 'OPEN_FAILED'] as const)(
  'an inquiry that is %s has nothing to read',
  async (openState) => {
    const { id } = await insertOpenInquiry({ openState })
    expect(await refreshStatus(newStaff('VIEWER'), id)).toBe('not_open')
    expect(await trailOf(id)).toEqual([])
  },
)

test('an inquiry that doesn’t exist has nothing to read either', async () => {
  expect(await refreshStatus(newStaff('VIEWER'), randomUUID())).toBe('not_open')
})
