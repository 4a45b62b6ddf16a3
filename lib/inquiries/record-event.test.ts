import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../db'
import { eventOf, insertOpenInquiry, startTestApp, type TestApp } from '../testing/test-app'
import { bindInquiry } from './bind-inquiry'
import { recordEvent } from './record-event'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))
const read = (id: string) =>
  db().inquiry.findUniqueOrThrow({ where: { id }, include: { changes: true } })

test('an event is stored, applied unconfirmed, and makes a read-back due (W6, W9)', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  expect(await recordEvent(event, 'd-1')).toEqual({ outcome: 'applied', inquiry: row.id })
  const after = await read(row.id)
  expect(after).toMatchObject({
    status: 'APPROVED',
    statusAsOf: at(1),
    statusSource: 'WEBHOOK',
    confirmedAt: null,
    grantedAt: null,
  })
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now())
  expect(after.changes).toMatchObject([
    { fromStatus: null, toStatus: 'APPROVED', eventId: event.id },
  ])
})

test('a duplicate delivery changes nothing but the count of deliveries', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  await recordEvent(event, 'd-1')
  const before = await read(row.id)
  expect(await recordEvent(event, 'd-2')).toEqual({ outcome: 'duplicate', inquiry: row.id })
  expect(await read(row.id)).toEqual(before)
  expect(await db().webhookEvent.findUnique({ where: { id: event.id } })).toMatchObject({
    deliveries: 2,
    firstDeliveryId: 'd-1',
  })
})

test('fifty copies of one event at once have one effect', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => recordEvent(event, null)))
  expect(outcomes.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
  expect(outcomes.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(49)
  expect((await read(row.id)).changes).toHaveLength(1)
})

test('an older event that comes later is stale, and still makes a read-back due (N10)', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf(row, 'APPROVED', at(9)), null)
  await db().inquiry.update({ where: { id: row.id }, data: { nextReadAt: null } })
  const late = eventOf(row, 'NEEDS_REVIEW', at(3))
  expect(await recordEvent(late, null)).toMatchObject({ outcome: 'stale' })
  expect(await read(row.id)).toMatchObject({ status: 'APPROVED', nextReadAt: expect.any(Date) })
})

test('an event for no row of ours is kept as unmatched', async () => {
  const event = eventOf({ inquiryId: randomUUID(), referenceId: 'elsewhere' }, 'DECLINED', at(1))
  expect(await recordEvent(event, null)).toEqual({ outcome: 'unmatched', inquiry: null })
  expect(await db().webhookEvent.count({ where: { id: event.id } })).toBe(1)
})

test('an event that comes before the answer of the open binds its row by referenceId', async () => {
  const row = await insertOpenInquiry({ inquiryId: null })
  const event = eventOf(row, 'APPROVED', at(1))
  const inquiryId = event.report?.data.inquiryId
  expect(await recordEvent(event, null)).toMatchObject({ outcome: 'applied', inquiry: row.id })
  expect(await read(row.id)).toMatchObject({ inquiryId, openState: 'OPEN', status: 'APPROVED' })
})

test('an event with the inquiryId alone, before the answer of the open, is matched when the answer comes (N12)', async () => {
  const row = await insertOpenInquiry({ inquiryId: null })
  const inquiryId = randomUUID()
  const event = {
    id: randomUUID(),
    kind: 'inquiry.declined',
    createdAt: at(1),
    report: { status: 'DECLINED', data: { inquiryId } },
  }
  expect(await recordEvent(event, null)).toMatchObject({ outcome: 'unmatched' })
  await bindInquiry(row.id, inquiryId)
  expect(await db().webhookEvent.findUnique({ where: { id: event.id } })).toMatchObject({
    outcome: 'STALE',
  })
  expect((await read(row.id)).nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('an event whose referenceId belongs to another inquiry is held and the orphan flagged', async () => {
  const row = await insertOpenInquiry()
  const stranger = eventOf(
    { inquiryId: randomUUID(), referenceId: row.referenceId },
    'APPROVED',
    at(1),
  )
  expect(await recordEvent(stranger, null)).toEqual({ outcome: 'unmatched', inquiry: null })
  expect(await read(row.id)).toMatchObject({
    status: null,
    orphanId: stranger.report?.data.inquiryId,
  })
  expect(await db().webhookEvent.findUnique({ where: { id: stranger.id } })).toMatchObject({
    heldBecause: 'REFERENCE_MISMATCH',
  })
})

test('an event that names two rows of ours is held and applied to neither', async () => {
  const [one, two] = [await insertOpenInquiry(), await insertOpenInquiry({ inquiryId: null })]
  const mixed = eventOf(
    { inquiryId: one.inquiryId, referenceId: two.referenceId },
    'APPROVED',
    at(1),
  )
  expect(await recordEvent(mixed, null)).toMatchObject({ outcome: 'unmatched' })
  expect(await read(one.id)).toMatchObject({ status: null })
  expect(await read(two.id)).toMatchObject({ status: null, inquiryId: null })
})

test('a kind never seen before is kept and ignored (N13)', async () => {
  const event = { id: randomUUID(), kind: 'inquiry.future', createdAt: at(1), report: null }
  expect(await recordEvent(event, null)).toEqual({ outcome: 'ignored', inquiry: null })
})
