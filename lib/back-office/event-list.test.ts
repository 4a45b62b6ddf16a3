import { beforeEach, expect, test } from 'vitest'
import { db } from '../database/db'
import { takeInNext } from '../inquiries/queue'
import { recordEvent } from '../inquiries/record-event'
import { countRowsRead } from '../testing/rows-read'
import { eventOf, insertOpenInquiry, unknownEvent, withTestApp } from '../testing/test-app'
import type { VerificationEvent } from '../verification/events'
import { LISTED_OUTCOMES, listEvents } from './event-list'
import { PAGE_SIZE } from './page'

withTestApp()
beforeEach(async () => {
  await db().webhookEvent.deleteMany()
  await db().rejectedDelivery.deleteMany()
})

/** An event arrives at this time, and is claimed. */
async function deliver(event: VerificationEvent, arrivedAt: Date, columns: object = {}) {
  await recordEvent(event, null)
  await db().webhookEvent.update({ where: { id: event.id }, data: { arrivedAt, ...columns } })
}

test('an event is shown with its inquiry, if it has one', async () => {
  const row = await insertOpenInquiry()
  const signedAt = new Date('2026-01-01T12:00:00.000Z')
  const known = eventOf(row, 'NEEDS_REVIEW', signedAt)
  await recordEvent(known, 'd-1')
  await db().webhookEvent.update({ where: { id: known.id }, data: { deliveries: 2 } })
  await takeInNext()
  const unmatched = eventOf(
    { serviceInquiryId: null, referenceId: 'app-none' },
    'APPROVED',
    signedAt,
  )
  const later = new Date(Date.now() + 1_000)
  await deliver(unmatched, later)
  const { arrivedAt } = await db().webhookEvent.findUniqueOrThrow({ where: { id: known.id } })
  expect(await listEvents({})).toEqual({
    items: [
      {
        id: unmatched.id,
        kind: 'inquiry.approved',
        receivedAt: later,
        deliveries: 1,
        deliveryId: null,
        outcome: 'waiting',
        inquiry: null,
        reference: null,
      },
      {
        id: known.id,
        kind: 'inquiry.review_in_progress',
        receivedAt: arrivedAt,
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

test('each event has an outcome, by which the list can be filtered', async () => {
  const row = await insertOpenInquiry()
  const inquiryId = row.id
  const unknown = unknownEvent()
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
  const setAside = eventOf({ ...row, serviceInquiryId: null }, 'APPROVED', new Date())
  const receivedAt = at(0)
  await db().rejectedDelivery.create({ data: { reason: 'no_header', receivedAt } })
  await deliver(eventOf(row, 'APPROVED', new Date()), at(1), { inquiryId })
  await deliver(
    eventOf({ serviceInquiryId: null, referenceId: 'x' }, 'DECLINED', new Date()),
    at(2),
  )
  await deliver(setAside, at(3), { inquiryId, setAsideAt: at(4) })
  await deliver(unknown, at(4), { inquiryId, setAsideAt: at(5) })
  const outcomes = async (filter: Parameters<typeof listEvents>[0]) =>
    (await listEvents(filter)).items.map(({ outcome }) => outcome)
  expect(await outcomes({})).toEqual([
    'unknown_kind',
    'set_aside',
    'waiting',
    'recorded',
    'rejected',
  ])
  for (const outcome of LISTED_OUTCOMES) expect(await outcomes({ outcome })).toEqual([outcome])
})

test.each([
  'x',
  '2026-01-01T00:00:00.000Z~x',
  '0000-12-31T23:59:59.999Z~00000000-0000-7000-8000-000000000000',
  '+010000-01-01T00:00:00.000Z~00000000-0000-7000-8000-000000000000',
  '1~00000000-0000-7000-8000-000000000000',
])('an invalid cursor starts at the newest event: %s', async (after) => {
  await recordEvent(eventOf(await insertOpenInquiry(), 'APPROVED', new Date()), null)
  expect((await listEvents({ after })).items).toHaveLength(1)
})

test('events and rejected deliveries are paged in one order, by time of arrival and id', async () => {
  const sent = []
  for (let n = 0; n < PAGE_SIZE + 5; n++) {
    // Three arrive at the same time.
    const receivedAt = new Date(Date.UTC(2026, 0, 1, 12, Math.floor(n / 3)))
    const event = eventOf({ serviceInquiryId: null, referenceId: 'none' }, 'APPROVED', receivedAt)
    const { id } = event
    if (n % 2 === 0) {
      const data = { id, reason: 'malformed_header', deliveryId: `d-${n}`, count: 3, receivedAt }
      await db().rejectedDelivery.create({ data })
    } else {
      await deliver(event, receivedAt)
    }
    sent.push({ id, receivedAt })
  }
  const first = await listEvents({})
  expect(first.items).toHaveLength(PAGE_SIZE)
  const second = await listEvents({ after: first.nextCursor ?? '' })
  expect(second.nextCursor).toBeNull()
  const seen = [...first.items, ...second.items]
  expect(seen.map(({ id, receivedAt }) => ({ id, receivedAt }))).toEqual(
    sent.toSorted(
      (one, other) =>
        other.receivedAt.getTime() - one.receivedAt.getTime() || other.id.localeCompare(one.id),
    ),
  )
  expect(seen.find(({ deliveryId }) => deliveryId === 'd-0')).toEqual({
    ...sent[0],
    outcome: 'rejected',
    kind: 'malformed_header',
    deliveries: 3,
    deliveryId: 'd-0',
    inquiry: null,
    reference: null,
  })
})

test('a page of set-aside events reads few rows, even after a flood that the statistics don’t know', async () => {
  const flood = async (rows: number, setAsideAt: Date | null) => db().$executeRaw`
    INSERT INTO "WebhookEvent" ("id", "kind", "status", "signedAt", "setAsideAt")
    SELECT gen_random_uuid(), 'inquiry.approved', 'APPROVED', now(), ${setAsideAt}::timestamptz FROM generate_series(1, ${rows}::int)`
  await flood(10_000, null)
  await db().$executeRaw`VACUUM ANALYZE "WebhookEvent"`
  await flood(10_000, new Date())
  const page = async () => {
    const { items } = await listEvents({ outcome: 'set_aside' })
    expect(items).toHaveLength(PAGE_SIZE)
  }
  expect(await countRowsRead('WebhookEvent', page)).toBeLessThan(200)
})
