// From the bytes of a delivery to the row of its event, and to nothing else.
import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { metrics } from '../metrics'
import { eventOf, insertOpenInquiry, PREVIOUS_SECRET, WEBHOOK_SECRET } from '../testing/test-app'
import { hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { receiveDelivery, recordEvent } from './record-event'

const WITHIN = { timeout: 20_000, interval: 20 }
const AT = new Date('2026-01-01T00:00:01Z')

withTestApp()
afterEach(() => void vi.restoreAllMocks())

const sign = (text: string, secret = WEBHOOK_SECRET) =>
  createHmac('sha256', secret).update(text).digest()
const eventText = (data: object, type = 'inquiry.approved') =>
  JSON.stringify({ id: randomUUID(), type, createdAt: AT.toISOString(), data })
const deliver = (text: string, digest = sign(text), deliveryId: string = randomUUID()) =>
  receiveDelivery({ body: Buffer.from(text), digest, deliveryId })
const stored = (id: string) => db().webhookEvent.findUniqueOrThrow({ where: { id } })
const counted = async (name: string) =>
  (await metrics().registry.getSingleMetric(name)?.get())?.values

test('counters that alerts use start at 0, so that an alert sees the first increase', async () => {
  for (const [name, label, value] of [
    ['webhook_deliveries_total', 'outcome', 'recorded'],
    ['webhook_deliveries_total', 'outcome', 'duplicate'],
    ['webhook_rejections_total', 'reason', 'wrong_secret_or_altered_body'],
    ['inquiry_opens_total', 'result', 'opened'],
    ['account_openings_total', 'result', 'opened'],
  ] as const)
    expect(await counted(name)).toContainEqual({ labels: { [label]: value }, value: 0 })
})

test('a signed event is stored with its signed fields, counted, and logged by ids only; its inquiry stays as it is (W6, W9)', async () => {
  const info = vi.spyOn(log, 'info')
  const inquiry = await insertOpenInquiry({ status: 'PENDING' })
  const { inquiryId, referenceId } = inquiry
  const capabilities = ['FACE_MATCH']
  const data = { inquiryId, referenceId, status: 'APPROVED' }
  const text = eventText({ ...data, succeededCapabilities: capabilities })
  const deliveryId = randomUUID()
  expect(await deliver(text, sign(text), deliveryId)).toEqual({ ok: true, outcome: 'recorded' })
  const { id: eventId } = JSON.parse(text)
  const kind = 'inquiry.approved'
  const columns = { ...data, kind, createdAt: AT, deliveryId, deliveries: 1, capabilities }
  expect(await stored(eventId)).toMatchObject({ ...columns, inquiryRow: null, setAsideAt: null })
  expect(info.mock.calls).toEqual([
    ['event_recorded', { eventId, deliveryId, kind, outcome: 'recorded' }],
  ])
  expect(await counted('webhook_deliveries_total')).toContainEqual(
    expect.objectContaining({ labels: { outcome: 'recorded' }, value: 1 }),
  )
  expect(await reload(inquiry)).toEqual(inquiry)
})

test('an event id in upper case is the same event id', async () => {
  const text = eventText({ ...(await insertOpenInquiry()), status: 'APPROVED' })
  const { id } = JSON.parse(text)
  const shouted = text.replace(id, id.toUpperCase())
  expect(await deliver(shouted, sign(shouted))).toMatchObject({ outcome: 'recorded' })
  expect(await deliver(text, sign(text))).toMatchObject({ outcome: 'duplicate' })
})

test('of fifty concurrent copies one is stored, and the others only count', async () => {
  const event = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  const deliveries = Array.from({ length: 50 }, (_, nth) => recordEvent(event, `d-${nth}`))
  const outcomes = await Promise.all(deliveries)
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1)
  const first = outcomes.indexOf('recorded')
  expect(await stored(event.id)).toMatchObject({ deliveries: 50, deliveryId: `d-${first}` })
})

test('an event that is delivered again 90 days later changes nothing but its count', async () => {
  const event = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  await recordEvent(event, null)
  const arrivedAt = new Date(Date.now() - 90 * 24 * 3_600_000)
  await db().webhookEvent.update({
    where: { id: event.id },
    data: { arrivedAt, inquiryRow: randomUUID() },
  })
  const before = await stored(event.id)
  expect(await recordEvent(event, 'again')).toBe('duplicate')
  expect(await stored(event.id)).toEqual({ ...before, deliveries: 2 })
})

test('a locked inquiry delays none of its events', async () => {
  const inquiry = await insertOpenInquiry()
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "Inquiry" WHERE "id" = ${inquiry.id}::uuid FOR UPDATE`
    expect(await hearEvent(inquiry, 'APPROVED')).toBe('recorded')
    expect(await hearEvent({ ...inquiry, inquiryId: randomUUID() }, 'APPROVED')).toBe('recorded')
  })
})

test('an event of an unknown kind is stored, whatever it names (N13)', async () => {
  const { inquiryId } = await insertOpenInquiry()
  for (const [data, named] of [
    [{ inquiryId, status: 'APPROVED' }, inquiryId],
    ['anything', null],
  ] as const) {
    const text = JSON.stringify({ ...JSON.parse(eventText({}, 'inquiry.future')), data })
    expect(await deliver(text)).toEqual({ ok: true, outcome: 'recorded' })
    expect(await stored(JSON.parse(text).id)).toMatchObject({ status: null, inquiryId: named })
  }
})

test('during a rotation, a delivery signed with either secret is accepted (N16)', async () => {
  const text = eventText({ inquiryId: randomUUID() })
  expect(await deliver(text, sign(text, PREVIOUS_SECRET))).toMatchObject({ ok: true })
})

test('a delivery with a wrong signature is counted, and kept as a sample without its body', async () => {
  const warn = vi.spyOn(log, 'warn')
  const reason = 'wrong_secret_or_altered_body'
  const deliveryId = randomUUID()
  const receipt = await deliver('{"a":1}', sign('{"a":1}', 'whsec_another'), deliveryId)
  expect(receipt).toEqual({ ok: false, reason })
  await vi.waitFor(
    async () =>
      expect(await db().rejectedDelivery.findFirstOrThrow({ where: { deliveryId } })).toMatchObject(
        { reason, count: 1 },
      ),
    WITHIN,
  )
  expect(warn.mock.calls).toEqual([['delivery_rejected', { reason, deliveryId, count: 1 }]])
  expect(await counted('webhook_rejections_total')).toContainEqual(
    expect.objectContaining({ labels: { reason }, value: 1 }),
  )
})

test.each(['no JSON', '{"id":"1"}', eventText({ inquiryId: 'no UUID' })])(
  'a signed body that is not an event is rejected as unreadable: %s',
  async (text) => {
    expect(await deliver(text)).toEqual({ ok: false, reason: 'unreadable_event' })
  },
)

test('an event that the database refuses isn’t acknowledged', async () => {
  const event = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  await expect(recordEvent({ ...event, kind: 'inquiry.nul\u0000' }, null)).rejects.toThrow()
})

test('an event that can’t be stored fails none of those that arrive with it', async () => {
  const held = eventOf(await insertOpenInquiry(), 'APPROVED', AT)
  await recordEvent(held, null)
  const [first, second] = [
    eventOf(await insertOpenInquiry(), 'APPROVED', AT),
    eventOf(await insertOpenInquiry(), 'APPROVED', AT),
  ]
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "WebhookEvent" WHERE "id" = ${held.id}::uuid FOR UPDATE`
    const startedAt = performance.now()
    const outcomes = await Promise.allSettled(
      [first, { ...first, id: randomUUID(), kind: 'inquiry.nul\u0000' }, held, second].map(
        (event) => recordEvent(event, null),
      ),
    )
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 'recorded' },
      { status: 'rejected' },
      { status: 'rejected' },
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
  await expect(deliver(eventText({ inquiryId: randomUUID() }))).rejects.toThrow()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
