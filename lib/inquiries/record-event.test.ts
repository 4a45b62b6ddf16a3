import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '../db'
import { eventOf, insertOpenInquiry } from '../testing/test-app'
import { hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { bindInquiry } from './bind-inquiry'
import { recordEvent } from './record-event'

withTestApp()

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))
const stored = async ({ id }: { id: string }) => {
  const [event] = await db().receivedEvent.findMany({ where: { id } })
  return { ...event, ...(await db().knownEvent.findUniqueOrThrow({ where: { id } })) }
}

test('an event is stored and makes an urgent read due, but changes no status (W6, W9)', async () => {
  const row = await insertOpenInquiry({ status: 'PENDING', readAttempts: 7 })
  const event = eventOf(row, 'APPROVED', at(1))
  const before = Date.now()
  expect(await recordEvent(event, 'd-1')).toEqual({ outcome: 'recorded', inquiry: row.id })
  const after = await reload(row)
  expect(after).toMatchObject({
    status: 'PENDING',
    readAt: null,
    grantedAt: null,
    reportedStatus: 'APPROVED',
    reportedAt: at(1),
    urgent: true,
    readAttempts: 0,
  })
  expect(after.heardAt?.getTime()).toBeGreaterThanOrEqual(before - 1)
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1)
  expect(await db().statusChange.count({ where: { inquiryRow: row.id } })).toBe(0)
  expect(await stored(event)).toMatchObject({
    kind: 'inquiry.approved',
    status: 'APPROVED',
    inquiryId: row.inquiryId,
    referenceId: row.referenceId,
    deliveries: 1,
  })
})

test('a duplicate delivery changes nothing but the count of deliveries', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  await recordEvent(event, 'd-1')
  const before = await reload(row)
  expect(await recordEvent(event, 'd-2')).toEqual({ outcome: 'duplicate', inquiry: row.id })
  expect(await reload(row)).toEqual(before)
  expect(await stored(event)).toMatchObject({ deliveries: 2, firstDeliveryId: 'd-1' })
})

test('fifty concurrent copies of an event are stored as one', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => recordEvent(event, null)))
  expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(1)
  expect(outcomes.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(49)
  expect(await stored(event)).toMatchObject({ deliveries: 50 })
})

test('an older event that arrives later reports nothing new, but still makes a read due (N10)', async () => {
  const row = await insertOpenInquiry()
  await hearEvent(row, 'APPROVED', 9)
  await db().inquiry.update({
    where: { id: row.id },
    data: { nextReadAt: null, urgent: false, heardAt: at(0) },
  })
  expect(await hearEvent(row, 'NEEDS_REVIEW', 3)).toMatchObject({ outcome: 'recorded' })
  const after = await reload(row)
  expect(after).toMatchObject({
    reportedStatus: 'APPROVED',
    reportedAt: at(9),
    urgent: true,
    nextReadAt: expect.any(Date),
  })
  expect(after.heardAt?.getTime()).toBeGreaterThan(at(0).getTime())
})

test('of events that arrive together, the one with the newest createdAt is reported', async () => {
  const row = await insertOpenInquiry()
  await Promise.all([
    hearEvent(row, 'NEEDS_REVIEW', 1),
    hearEvent(row, 'NEEDS_REVIEW', 5),
    hearEvent(row, 'DECLINED', 9),
    hearEvent(row, 'APPROVED', 7),
  ])
  expect(await reload(row)).toMatchObject({ reportedStatus: 'DECLINED', reportedAt: at(9) })
})

test('an event for none of our inquiries is kept', async () => {
  const event = eventOf({ inquiryId: randomUUID(), referenceId: 'elsewhere' }, 'DECLINED', at(1))
  expect(await recordEvent(event, null)).toEqual({ outcome: 'recorded', inquiry: null })
  expect(await stored(event)).toMatchObject({ referenceId: 'elsewhere' })
})

test('an event that arrives before the open is answered binds its inquiry by referenceId', async () => {
  const row = await insertOpenInquiry({ inquiryId: null, openError: 'UnavailableError' })
  const event = eventOf(row, 'APPROVED', at(1))
  const inquiryId = event.report?.data.inquiryId
  expect(await recordEvent(event, null)).toEqual({ outcome: 'recorded', inquiry: row.id })
  expect(await reload(row)).toMatchObject({
    inquiryId,
    openState: 'OPEN',
    openError: null,
    reportedStatus: 'APPROVED',
    urgent: true,
  })
})

test('an event that names only the inquiryId, before the open is answered, counts once it is (N12)', async () => {
  const row = await insertOpenInquiry({ inquiryId: null })
  const inquiryId = randomUUID()
  const event = (status: string, seconds: number) => ({
    id: randomUUID(),
    kind: 'inquiry.declined',
    createdAt: at(seconds),
    report: { status, data: { inquiryId } },
  })
  expect(await recordEvent(event('DECLINED', 2), null)).toMatchObject({ inquiry: null })
  expect(await recordEvent(event('NEEDS_REVIEW', 1), null)).toMatchObject({ inquiry: null })
  await bindInquiry(row.id, inquiryId)
  const after = await reload(row)
  expect(after).toMatchObject({
    reportedStatus: 'DECLINED',
    reportedAt: at(2),
    heardAt: expect.any(Date),
    urgent: true,
  })
  expect(after.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1)
})

test('an event whose referenceId belongs to another inquiry is kept, and changes neither', async () => {
  const row = await insertOpenInquiry()
  const named = { inquiryId: randomUUID(), referenceId: row.referenceId }
  const stranger = eventOf(named, 'APPROVED', at(1))
  expect(await recordEvent(stranger, null)).toEqual({ outcome: 'recorded', inquiry: null })
  expect(await reload(row)).toMatchObject({ ...row, accountOpening: null })
  expect(await stored(stranger)).toMatchObject(named)
})

test('an event whose ids contradict each other makes a read due, and reports nothing', async () => {
  const one = await insertOpenInquiry()
  const two = await insertOpenInquiry({ inquiryId: null })
  const mixed = { inquiryId: one.inquiryId, referenceId: two.referenceId }
  expect(await recordEvent(eventOf(mixed, 'APPROVED', at(1)), null)).toMatchObject({
    inquiry: one.id,
  })
  expect(await reload(one)).toMatchObject({ reportedStatus: null, reportedAt: null, urgent: true })
  expect(await reload(two)).toMatchObject({ ...two, accountOpening: null })
})

test('an event of an unknown kind makes a read due and reports nothing (N13)', async () => {
  const row = await insertOpenInquiry()
  const data = { inquiryId: row.inquiryId ?? randomUUID() }
  const future = {
    id: randomUUID(),
    kind: 'inquiry.future',
    createdAt: at(1),
    report: { status: null, data },
  }
  expect(await recordEvent(future, null)).toEqual({ outcome: 'recorded', inquiry: row.id })
  expect(await reload(row)).toMatchObject({
    reportedStatus: null,
    heardAt: expect.any(Date),
    urgent: true,
  })
})

test('an event of an unknown kind that names no inquiry is only kept (N13)', async () => {
  const event = { id: randomUUID(), kind: 'inquiry.future', createdAt: at(1), report: null }
  expect(await recordEvent(event, null)).toEqual({ outcome: 'recorded', inquiry: null })
  expect(await stored(event)).toMatchObject({ kind: 'inquiry.future', status: null })
})

test('the correlation id and the capabilities of an event are kept', async () => {
  const row = await insertOpenInquiry()
  const event = eventOf(row, 'APPROVED', at(1))
  const correlationId = randomUUID()
  Object.assign(event.report?.data ?? {}, { correlationId, succeededCapabilities: ['FACE_MATCH'] })
  await recordEvent(event, null)
  expect(await stored(event)).toMatchObject({ correlationId })
  expect(await reload(row)).toMatchObject({ capabilities: ['FACE_MATCH'] })
})

test('an event that the database refuses does not fail the others in its batch', async () => {
  const rows = await Promise.all(Array.from({ length: 6 }, () => insertOpenInquiry()))
  const events = rows.map((row) => eventOf(row, 'APPROVED', at(1)))
  const [, , , poisoned] = events
  if (poisoned) poisoned.kind = 'inquiry.nul\u0000'
  const recorded = await Promise.allSettled(events.map((event) => recordEvent(event, null)))
  expect(recorded.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
  ])
})
