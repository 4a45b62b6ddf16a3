import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '../db'
import { recordEvent } from '../inquiries/record-event'
import { prepareEventDays } from '../prepare-event-days'
import {
  eventOf,
  insertOpenInquiry,
  newStaff,
  startTestApp,
  type TestApp,
} from '../testing/test-app'
import { uuid7At } from '../uuid7-time'
import {
  countRejectedDeliveries,
  type EventFilter,
  listEvents,
  listRejectedDeliveries,
  type RejectionFilter,
} from './event-list'
import { PAGE_SIZE } from './page'
import { SCANNED_AT_MOST } from './views'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  await db().receivedEvent.deleteMany()
  await db().rejectedDelivery.deleteMany()
})
afterAll(() => app.stop())

const viewer = newStaff('VIEWER')

test('an event is shown with the inquiry that it belongs to, if there is one', async () => {
  const row = await insertOpenInquiry()
  const createdAt = new Date('2026-01-01T12:00:00.000Z')
  const known = eventOf(row, 'NEEDS_REVIEW', createdAt)
  await recordEvent(known, 'd-1')
  await recordEvent(known, 'd-2')
  const unmatched = eventOf({ inquiryId: null, referenceId: 'app-none' }, 'APPROVED', createdAt)
  await recordEvent(unmatched, null)
  const later = new Date(Date.now() + 1_000)
  const { id } = unmatched
  await db().receivedEvent.updateMany({ where: { id }, data: { receivedAt: later } })
  const { receivedAt } = await db().receivedEvent.findFirstOrThrow({ where: { id: known.id } })
  expect(await listEvents(viewer, {})).toEqual({
    items: [
      {
        id: unmatched.id,
        kind: 'inquiry.approved',
        createdAt: createdAt.toISOString(),
        receivedAt: later.toISOString(),
        deliveries: 1,
        firstDeliveryId: null,
        status: 'APPROVED',
        match: 'no_inquiry',
        inquiry: null,
        reference: null,
      },
      {
        id: known.id,
        kind: 'inquiry.review_in_progress',
        createdAt: createdAt.toISOString(),
        receivedAt: receivedAt.toISOString(),
        deliveries: 2,
        firstDeliveryId: 'd-1',
        status: 'NEEDS_REVIEW',
        match: 'matched',
        inquiry: row.id,
        reference: row.referenceId,
      },
    ],
    nextCursor: null,
  })
})

test('an event whose reference differs from its inquiry’s is shown as such', async () => {
  const row = await insertOpenInquiry()
  await recordEvent(eventOf({ ...row, referenceId: 'another' }, 'APPROVED', new Date()), null)
  const { items } = await listEvents(viewer, {})
  expect(items).toMatchObject([{ match: 'other_reference', inquiry: row.id }])
})

test('events are filtered by type, outcome and time, and the next page continues where it stopped', async () => {
  const row = await insertOpenInquiry()
  const unknown = { id: randomUUID(), kind: 'inquiry.future', createdAt: new Date(), report: null }
  const sent = {
    matched: eventOf(row, 'APPROVED', new Date()),
    no_inquiry: eventOf({ inquiryId: null, referenceId: 'none' }, 'DECLINED', new Date()),
    other_reference: eventOf({ ...row, referenceId: 'another' }, 'APPROVED', new Date()),
    unknown_kind: unknown,
  }
  const at = new Map<string, Date>()
  for (const [index, event] of Object.values(sent).entries()) {
    await recordEvent(event, null)
    const receivedAt = new Date(Date.UTC(2026, 0, 1, 12, index))
    await db().receivedEvent.updateMany({ where: { id: event.id }, data: { receivedAt } })
    at.set(event.id, receivedAt)
  }
  const found = async (filter: EventFilter) =>
    (await listEvents(viewer, filter)).items.map(({ id }) => id)
  for (const match of ['matched', 'no_inquiry', 'other_reference', 'unknown_kind'] as const) {
    expect(await found({ match })).toEqual([sent[match].id])
    expect(await found({ match, kind: sent[match].kind, from: at.get(sent[match].id) })).toEqual([
      sent[match].id,
    ])
    expect(await found({ match, to: at.get(sent[match].id) })).toEqual([])
  }
  expect(await found({ kind: 'inquiry.approved' })).toEqual([
    sent.other_reference.id,
    sent.matched.id,
  ])
  expect(await found({ kind: 'a\0b' })).toEqual([])

  // Buried under more events than a page scans.
  await db().$executeRaw`
    INSERT INTO "ReceivedEvent" ("id", "kind", "createdAt", "receivedAt", "payload", "status")
    SELECT gen_random_uuid(), 'inquiry.declined', now(), now(), '{}', 'DECLINED'
    FROM generate_series(1, ${SCANNED_AT_MOST}::int)`
  const first = await listEvents(viewer, { kind: 'inquiry.future' })
  expect(first.items).toEqual([])
  const second = await listEvents(viewer, {
    kind: 'inquiry.future',
    after: first.nextCursor ?? 'none',
  })
  expect(second).toMatchObject({ items: [{ id: unknown.id }], nextCursor: null })
})

test('an event of an unknown kind is shown as such (N13)', async () => {
  const event = { id: randomUUID(), kind: 'inquiry.future', createdAt: new Date(), report: null }
  await recordEvent(event, null)
  expect((await listEvents(viewer, {})).items).toMatchObject([
    { kind: 'inquiry.future', status: null, match: 'unknown_kind', inquiry: null },
  ])
})

test('after quiet days, the newest events still come before older ones', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  await prepareEventDays(daysAgo(5))
  const insert = (receivedAt: Date, day?: Date) =>
    db().receivedEvent.createMany({
      data: Array.from({ length: PAGE_SIZE + 1 }, () => ({
        id: randomUUID(),
        kind: 'inquiry.approved',
        createdAt: receivedAt,
        receivedAt,
        day,
        payload: {},
      })),
    })
  await insert(daysAgo(20))
  await insert(daysAgo(5), daysAgo(5))
  const { items } = await listEvents(viewer, {})
  expect(new Set(items.map(({ receivedAt }) => receivedAt.slice(0, 10)))).toEqual(
    new Set([daysAgo(5).toISOString().slice(0, 10)]),
  )
})

test('events are paged by the time they were received, and those of the same time by id', async () => {
  const row = await insertOpenInquiry()
  const sent = []
  for (let n = 0; n < PAGE_SIZE + 5; n++) {
    const event = eventOf(row, 'APPROVED', new Date())
    await recordEvent(event, null)
    const { id } = event
    const receivedAt = new Date(1_000 + Math.floor(n / 3))
    await db().receivedEvent.updateMany({ where: { id }, data: { receivedAt } })
    sent.push({ id, receivedAt: receivedAt.toISOString() })
  }
  const first = await listEvents(viewer, {})
  expect(first.items).toHaveLength(PAGE_SIZE)
  const second = await listEvents(viewer, { after: first.nextCursor ?? '' })
  expect(second.nextCursor).toBeNull()
  const newestFirst = sent.toSorted(
    (one, other) =>
      other.receivedAt.localeCompare(one.receivedAt) || other.id.localeCompare(one.id),
  )
  const seen = [...first.items, ...second.items]
  expect(seen.map(({ id, receivedAt }) => ({ id, receivedAt }))).toEqual(newestFirst)
})

test.each([
  'x',
  'yesterday~00000000-0000-7000-8000-000000000000',
  '2026-01-01T00:00:00.000Z~x',
  '2026-01-01T00:00:00.000Z',
  '~',
  '-000001-01-01T00:00:00Z~00000000-0000-7000-8000-000000000000',
  '-000001-01-01T00:00:00.000Z~00000000-0000-7000-8000-000000000000',
  '0000-12-31T23:59:59.999Z~00000000-0000-7000-8000-000000000000',
  '+010000-01-01T00:00:00.000Z~00000000-0000-7000-8000-000000000000',
  '+275760-09-13T00:00:00.000Z~00000000-0000-7000-8000-000000000000',
  '0001-01-01T00:00:00.000+14:00~00000000-0000-7000-8000-000000000000',
  '1~00000000-0000-7000-8000-000000000000',
])('an invalid cursor starts at the newest event: %s', async (after) => {
  await recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', new Date()), null)
  expect((await listEvents(viewer, { after })).items).toHaveLength(1)
})

test.each([
  ['a NUL', '\0'],
  ['a lone surrogate', '\ud800'],
  ['a hundred thousand digits', '0'.repeat(100_000)],
])('a cursor with %s starts at the newest event', async (_, text) => {
  await recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', new Date()), null)
  for (const after of [
    `2026-01-01T00:00:00.000${text}Z~00000000-0000-7000-8000-000000000000`,
    `2026-01-01T00:00:00.000Z~00000000-0000-7000-8000-000000000000${text}`,
  ])
    expect((await listEvents(viewer, { after })).items).toHaveLength(1)
})

test.each([
  ['0001-01-01T00:00:00.000Z', 0],
  ['9999-12-31T23:59:59.999Z', 1],
])('a cursor with an extreme time is valid: %s', async (time, older) => {
  await recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', new Date()), null)
  const after = `${time}~00000000-0000-7000-8000-000000000000`
  expect((await listEvents(viewer, { after })).items).toHaveLength(older)
})

test('rejected deliveries are shown with their reason, newest first, page by page', async () => {
  for (let n = 0; n <= PAGE_SIZE; n++)
    await db().rejectedDelivery.create({
      data: { reason: 'bare_digest', deliveryId: `d-${n}`, bodyBytes: n, count: 3 },
    })
  const first = await listRejectedDeliveries(viewer, {})
  expect(first.items.map(({ deliveryId }) => deliveryId)).toEqual(
    Array.from({ length: PAGE_SIZE }, (_, n) => `d-${PAGE_SIZE - n}`),
  )
  expect(first.items[0]).toEqual({
    id: expect.any(String),
    receivedAt: expect.stringMatching(/Z$/),
    reason: 'bare_digest',
    count: 3,
    deliveryId: `d-${PAGE_SIZE}`,
    bodyBytes: PAGE_SIZE,
  })
  const second = await listRejectedDeliveries(viewer, { after: first.nextCursor ?? '' })
  expect(second).toMatchObject({ items: [{ deliveryId: 'd-0' }], nextCursor: null })
  expect(await countRejectedDeliveries(viewer)).toBe(PAGE_SIZE + 1)
})

test('rejected deliveries are filtered by reason and time', async () => {
  for (const [minute, reason] of ['no_header', 'too_large', 'no_header'].entries())
    await db().rejectedDelivery.create({
      data: { id: uuid7At(new Date(Date.UTC(2026, 0, 1, 12, minute))), reason, bodyBytes: minute },
    })
  const found = async (filter: RejectionFilter) =>
    (await listRejectedDeliveries(viewer, filter)).items.map(({ bodyBytes }) => bodyBytes)
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
  expect(await found({ reason: 'no_header' })).toEqual([2, 0])
  expect(await found({ from: at(1) })).toEqual([2, 1])
  expect(await found({ reason: 'no_header', to: at(2) })).toEqual([0])
  expect(await found({ reason: '\0' })).toEqual([])
})
