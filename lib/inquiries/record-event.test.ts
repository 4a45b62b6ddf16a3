// From the bytes of a delivery to the row of its event, and to nothing else.
import { createHmac, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import {
  counted,
  eventOf,
  hearEvent,
  insertOpenInquiry,
  reload,
  WEBHOOK_SECRET,
  withTestApp,
} from '../testing/test-app'
import { receiveDelivery, recordEvent } from './record-event'

const AT = new Date('2026-01-01T00:00:01Z')

withTestApp()

const eventText = (data: object) =>
  JSON.stringify({ id: randomUUID(), type: 'inquiry.approved', createdAt: AT.toISOString(), data })
const deliver = (text: string, deliveryId: string) => {
  const digest = createHmac('sha256', WEBHOOK_SECRET).update(text).digest()
  return receiveDelivery({ body: Buffer.from(text), digest, deliveryId })
}
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

test('a signed event is stored with its signed fields, counted, and logged by ids only; its inquiry stays as it is (W6, W9)', async () => {
  const info = vi.spyOn(log, 'info')
  const inquiry = await insertOpenInquiry({ status: 'PENDING' })
  const { inquiryId, referenceId } = inquiry
  const capabilities = ['FACE_MATCH']
  const data = { inquiryId, referenceId, status: 'APPROVED' }
  const text = eventText({ ...data, succeededCapabilities: capabilities })
  const deliveryId = randomUUID()
  expect(await deliver(text, deliveryId)).toEqual({ ok: true, outcome: 'recorded' })
  const { id: eventId } = JSON.parse(text)
  const kind = 'inquiry.approved'
  const columns = { ...data, kind, createdAt: AT, deliveryId, deliveries: 1, capabilities }
  expect(await stored(eventId)).toMatchObject({ ...columns, inquiryRow: null, setAsideAt: null })
  expect(info.mock.calls).toEqual([
    ['event_recorded', { eventId, deliveryId, kind, outcome: 'recorded' }],
  ])
  expect(await counted('webhook_deliveries_total', { outcome: 'recorded' })).toBe(1)
  expect(await reload(inquiry)).toEqual(inquiry)
})

test('of fifty concurrent copies and a later one, one is stored, and the others only count', async () => {
  const event = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  const deliveries = Array.from({ length: 50 }, (_, nth) => recordEvent(event, `d-${nth}`))
  const outcomes = await Promise.all(deliveries)
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1)
  expect(await recordEvent(event, 'later')).toBe('duplicate')
  const first = outcomes.indexOf('recorded')
  expect(await stored(event.id)).toMatchObject({ deliveries: 51, deliveryId: `d-${first}` })
})

test('a locked inquiry delays none of its events', async () => {
  const inquiry = await insertOpenInquiry()
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "Inquiry" WHERE "id" = ${inquiry.id}::uuid FOR UPDATE`
    expect(await hearEvent(inquiry, 'APPROVED')).toBe('recorded')
    expect(await hearEvent({ ...inquiry, inquiryId: randomUUID() }, 'APPROVED')).toBe('recorded')
  })
})

test('an event that can’t be stored fails none of those that arrive with it, and a duplicate waits for no lock', async () => {
  const held = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  await recordEvent(held, null)
  const [first, second] = [
    eventOf(await insertOpenInquiry(), 'APPROVED', AT),
    eventOf(await insertOpenInquiry(), 'APPROVED', AT),
  ]
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "WebhookEvent" WHERE "id" = ${held.id}::uuid FOR UPDATE`
    const outcomes = await Promise.allSettled(
      [first, { ...first, id: randomUUID(), kind: 'inquiry.nul\u0000' }, held, second].map(
        (event) => recordEvent(event, null),
      ),
    )
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 'recorded' },
      { status: 'rejected' },
      { status: 'fulfilled', value: 'duplicate' },
      { status: 'fulfilled', value: 'recorded' },
    ])
  })
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
  await expect(deliver(eventText({ inquiryId: randomUUID() }), randomUUID())).rejects.toThrow()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
