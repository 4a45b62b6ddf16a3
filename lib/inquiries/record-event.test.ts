// A delivery becomes a row for its event, and changes nothing else.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../database/db'
import {
  counted,
  deliverEvent,
  eventOf,
  insertOpenInquiry,
  reload,
  withTestApp,
} from '../testing/test-app'
import { parseEvent } from '../verification/events'
import { eventText } from '../verification/wire'
import { recordEvent } from './record-event'

const AT = new Date('2026-01-01T00:00:01Z')

withTestApp()

const stored = (id: string) => db().webhookEvent.findUniqueOrThrow({ where: { id } })
test('counters that alerts use start at 0, so that an alert sees the first increase', async () => {
  for (const [name, labels] of [
    ['webhook_deliveries_total', { outcome: 'recorded' }],
    ['webhook_deliveries_total', { outcome: 'duplicate' }],
    ['webhook_rejections_total', { reason: 'wrong_secret_or_altered_body' }],
    ['service_call_duration_seconds', { operation: 'open', result: 'ok' }],
    ['account_openings_total', { result: 'opened' }],
  ] as const)
    expect(await counted(name, labels)).toBe(0)
})

test('an event is stored with its signed fields, and its inquiry stays as it is (W6, W9)', async () => {
  const inquiry = await insertOpenInquiry({ status: 'PENDING' })
  const { serviceInquiryId, referenceId } = inquiry
  const capabilities = ['FACE_MATCH']
  const named = { serviceInquiryId, referenceId, status: 'APPROVED' }
  const id = randomUUID()
  const data = { inquiryId: serviceInquiryId, referenceId, succeededCapabilities: capabilities }
  const text = eventText('APPROVED', data, { id, signedAt: AT })
  const event = parseEvent(Buffer.from(text))
  if (!event) throw new Error('The event can’t be parsed')
  const deliveryId = randomUUID()
  expect(await recordEvent(event, deliveryId)).toBe('recorded')
  const columns = { ...named, kind: 'inquiry.approved', signedAt: AT, deliveryId, capabilities }
  expect(await stored(id)).toMatchObject({
    ...{ ...columns, deliveries: 1 },
    ...{ inquiryId: null, setAsideAt: null },
  })
  expect(await reload(inquiry)).toEqual(inquiry)
})

test('one of fifty concurrent copies is stored, and the others and a later one only raise a count', async () => {
  const event = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  const deliveries = Array.from({ length: 50 }, (_, nth) => recordEvent(event, `d-${nth}`))
  const outcomes = await Promise.all(deliveries)
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1)
  expect(await recordEvent(event, 'later')).toBe('duplicate')
  const first = outcomes.indexOf('recorded')
  const counted = { deliveries: 51, deliveryId: `d-${first}` }
  await vi.waitFor(async () => expect(await stored(event.id)).toMatchObject(counted), 10_000)
})

test('a locked inquiry delays none of its events', async () => {
  const inquiry = await insertOpenInquiry()
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "Inquiry" WHERE "id" = ${inquiry.id}::uuid FOR UPDATE`
    expect(await deliverEvent(inquiry, 'APPROVED')).toBe('recorded')
    expect(await deliverEvent({ ...inquiry, serviceInquiryId: randomUUID() }, 'APPROVED')).toBe(
      'recorded',
    )
  })
})

test('neither a duplicate nor an event that arrives with it waits for a lock', async () => {
  const held = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  await recordEvent(held, null)
  const other = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "WebhookEvent" WHERE "id" = ${held.id}::uuid FOR UPDATE`
    const outcomes = await Promise.all([held, other].map((event) => recordEvent(event, null)))
    expect(outcomes).toEqual(['duplicate', 'recorded'])
  })
})

test('batches that share events in different orders don’t deadlock', async () => {
  const inquiry = await insertOpenInquiry()
  const events = Array.from({ length: 100 }, () => eventOf(inquiry, 'APPROVED', AT))
  const shuffled = [events, events.toReversed(), events.toSorted(() => 0.5 - Math.random())]
  const outcomes = await Promise.all(shuffled.flat().map((event) => recordEvent(event, null)))
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(100)
})

test('with a slow database, a delivery fails before its sender stops waiting (N9)', async () => {
  // Longer than the sender waits, and shorter than the database's statement timeout.
  await db().$executeRaw`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(6); RETURN NEW; END'`
  await db().$executeRaw`
    CREATE TRIGGER slow BEFORE INSERT ON "WebhookEvent" FOR EACH STATEMENT EXECUTE FUNCTION slow()`
  onTestFinished(async () => {
    await db().$executeRaw`DROP FUNCTION slow CASCADE`
  })
  const startedAt = performance.now()
  await expect(deliverEvent(await insertOpenInquiry(), 'APPROVED')).rejects.toThrow()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
