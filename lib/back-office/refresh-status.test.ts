import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '../db'
import { readNow } from '../inquiries/read-now'
import { insertOpenInquiry, newStaff, startTestApp, type TestApp } from '../testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => db().serviceGate.deleteMany())
afterAll(() => app.stop())

const viewer = newStaff('VIEWER')
const shows = (row: { inquiryId: string | null; referenceId: string }, status: string) =>
  app.service.answer(() => ({
    body: { inquiryId: row.inquiryId, referenceId: row.referenceId, status },
  }))
const trailOf = (id: string) => db().auditEntry.findMany({ where: { inquiryRow: id } })

test('who asks for a read now hears what came of it, and the trail has who asked', async () => {
  const row = await insertOpenInquiry()
  shows(row, 'NEEDS_REVIEW')
  const learnt = { ok: true, status: 'NEEDS_REVIEW' }
  expect(await readNow(viewer, row.id)).toEqual({ ...learnt, changed: true })
  expect(await readNow(viewer, row.id)).toEqual({ ...learnt, changed: false })
  const entry = { actor: viewer.id, action: 'inquiry.read_now', outcome: 'allowed' }
  expect(await trailOf(row.id)).toMatchObject([entry, entry])
})

test('a read that fails is told, and tried again by itself', async () => {
  const row = await insertOpenInquiry()
  app.service.answer(() => ({ status: 404 }))
  expect(await readNow(viewer, row.id)).toEqual({ ok: false, reason: 'unavailable' })
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after.nextReadAt).not.toBeNull()
})

test('while the key is paused nobody asks the service: the row is the first one afterwards', async () => {
  const row = await insertOpenInquiry({ readAttempts: 5 })
  const pausedUntil = new Date(Date.now() + 60_000)
  await db().serviceGate.create({ data: { id: 1, nextTurnAt: new Date(), pausedUntil } })
  shows(row, 'APPROVED')
  const before = Date.now()
  expect(await readNow(viewer, row.id)).toEqual({ ok: false, reason: 'unavailable' })
  expect(app.service.requests).toEqual([])
  const after = await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })
  expect(after).toMatchObject({ urgent: true, readAttempts: 0, status: null })
  expect(after.nextReadAt?.getTime()).toBeGreaterThanOrEqual(before)
})

test.each(['OPENING', 'OPEN_FAILED'] as const)(
  'an inquiry that is %s has nothing to read',
  async (openState) => {
    const { id } = await insertOpenInquiry({ openState })
    app.service.answer(() => ({ status: 404 }))
    expect(await readNow(viewer, id)).toEqual({ ok: false, reason: 'not_opened' })
    expect(app.service.requests).toEqual([])
    expect(await trailOf(id)).toEqual([])
  },
)

test('an inquiry that does not exist is not found', async () => {
  expect(await readNow(viewer, randomUUID())).toEqual({ ok: false, reason: 'not_found' })
})
