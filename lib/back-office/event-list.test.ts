import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '../db'
import { recordEvent } from '../inquiries/record-event'
import { prepareEventDays } from '../prepare-event-days'
import { eventOf, insertOpenInquiry, newStaff } from '../testing/test-app'
import { withTestApp } from '../testing/test-inquiry'
import { EVENT_OUTCOMES, listEvents } from './event-list'
import { PAGE_SIZE, SCANNED_AT_MOST } from './page'

withTestApp()
beforeEach(async () => {
  await db().receivedEvent.deleteMany()
  await db().rejectedDelivery.deleteMany()
})

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
        receivedAt: later.toISOString(),
        deliveries: 1,
        deliveryId: null,
        outcome: 'no_inquiry',
        inquiry: null,
        reference: null,
      },
      {
        id: known.id,
        kind: 'inquiry.review_in_progress',
        receivedAt: receivedAt.toISOString(),
        deliveries: 2,
        deliveryId: 'd-1',
        outcome: 'recorded',
        inquiry: row.id,
        reference: row.referenceId,
      },
    ],
    nextCursor: null,
  })
})

test('the list is filtered by outcome, and the next page continues where it stopped', async () => {
  const row = await insertOpenInquiry()
  const unknown = { id: randomUUID(), kind: 'inquiry.future', createdAt: new Date(), report: null }
  const events = {
    recorded: eventOf(row, 'APPROVED', new Date()),
    no_inquiry: eventOf({ inquiryId: null, referenceId: 'none' }, 'DECLINED', new Date()),
    other_reference: eventOf({ ...row, referenceId: 'another' }, 'APPROVED', new Date()),
    unknown_kind: unknown,
  }
  for (const [index, event] of Object.values(events).entries()) {
    await recordEvent(event, null)
    const receivedAt = new Date(Date.UTC(2026, 0, 1, 12, index))
    await db().receivedEvent.updateMany({ where: { id: event.id }, data: { receivedAt } })
  }
  const rejected = await db().rejectedDelivery.create({ data: { reason: 'no_header' } })
  const sent = { ...events, rejected }
  for (const outcome of EVENT_OUTCOMES)
    expect((await listEvents(viewer, { outcome })).items).toMatchObject([
      { outcome, id: sent[outcome].id },
    ])

  // Buried under more events than a page scans.
  await db().$executeRaw`
    INSERT INTO "ReceivedEvent" ("id", "kind", "createdAt", "receivedAt", "payload", "status")
    SELECT gen_random_uuid(), 'inquiry.declined', now(), now(), '{}', 'DECLINED'
    FROM generate_series(1, ${SCANNED_AT_MOST}::int)`
  const outcome = 'unknown_kind'
  const first = await listEvents(viewer, { outcome })
  expect(first.items).toEqual([])
  const second = await listEvents(viewer, { outcome, after: first.nextCursor ?? 'none' })
  expect(second).toMatchObject({ items: [{ id: unknown.id }], nextCursor: null })
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

test.each([
  'x',
  '2026-01-01T00:00:00.000Z~x',
  '0000-12-31T23:59:59.999Z~00000000-0000-7000-8000-000000000000',
  '+010000-01-01T00:00:00.000Z~00000000-0000-7000-8000-000000000000',
  '1~00000000-0000-7000-8000-000000000000',
])('an invalid cursor starts at the newest event: %s', async (after) => {
  await recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', new Date()), null)
  expect((await listEvents(viewer, { after })).items).toHaveLength(1)
})

test('events and rejected deliveries stand in one order, by the time they were received and by id, page by page', async () => {
  const sent = []
  for (let n = 0; n < PAGE_SIZE + 5; n++) {
    // Three at the same time.
    const receivedAt = new Date(Date.UTC(2026, 0, 1, 12, Math.floor(n / 3)))
    const event = eventOf({ inquiryId: null, referenceId: 'none' }, 'APPROVED', receivedAt)
    const { id } = event
    if (n % 2 === 0) {
      const data = { id, reason: 'bare_digest', deliveryId: `d-${n}`, count: 3, receivedAt }
      await db().rejectedDelivery.create({ data })
    } else {
      await recordEvent(event, null)
      await db().receivedEvent.updateMany({ where: { id }, data: { receivedAt } })
    }
    sent.push({ id, receivedAt: receivedAt.toISOString() })
  }
  const first = await listEvents(viewer, {})
  expect(first.items).toHaveLength(PAGE_SIZE)
  const second = await listEvents(viewer, { after: first.nextCursor ?? '' })
  expect(second.nextCursor).toBeNull()
  const seen = [...first.items, ...second.items]
  expect(seen.map(({ id, receivedAt }) => ({ id, receivedAt }))).toEqual(
    sent.toSorted(
      (one, other) =>
        other.receivedAt.localeCompare(one.receivedAt) || other.id.localeCompare(one.id),
    ),
  )
  expect(seen.find(({ deliveryId }) => deliveryId === 'd-0')).toEqual({
    ...sent[0],
    outcome: 'rejected',
    kind: 'bare_digest',
    deliveries: 3,
    deliveryId: 'd-0',
    inquiry: null,
    reference: null,
  })
})
