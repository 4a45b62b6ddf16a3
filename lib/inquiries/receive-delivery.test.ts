// One delivery, from its bytes to its row.
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { metrics } from '../metrics'
import { flushRejectedDeliveries } from '../rejected-deliveries'
import {
  insertOpenInquiry,
  PREVIOUS_SECRET,
  startTestApp,
  type TestApp,
  WEBHOOK_SECRET,
} from '../testing/test-app'
import { receiveDelivery } from './receive-delivery'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await flushRejectedDeliveries()
})
afterAll(() => app.stop())

const sign = (text: string, secret = WEBHOOK_SECRET) =>
  createHmac('sha256', secret).update(text).digest()

const eventText = (data: object, type = 'inquiry.approved') =>
  JSON.stringify({ id: randomUUID(), type, createdAt: new Date().toISOString(), data })

const deliver = (text: string, digest = sign(text), deliveryId: string = randomUUID()) =>
  receiveDelivery({ body: Buffer.from(text), digest, deliveryId })

const counted = async (name: string) =>
  (await metrics().registry.getSingleMetric(name)?.get())?.values
const rejectionOf = (deliveryId: string) =>
  db().rejectedDelivery.findFirstOrThrow({ where: { deliveryId } })

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

test('a signed event is stored with its delivery id, counted, and logged by ids only', async () => {
  const info = vi.spyOn(log, 'info')
  const { id, inquiryId, referenceId, correlationId } = await insertOpenInquiry()
  const text = eventText({ inquiryId, referenceId, correlationId, status: 'APPROVED' })
  const deliveryId = randomUUID()
  expect(await deliver(text, sign(text), deliveryId)).toEqual({
    ok: true,
    outcome: 'recorded',
    inquiry: id,
  })
  const eventId = JSON.parse(text).id
  expect(await db().receivedEvent.findFirst({ where: { id: eventId } })).toMatchObject({
    firstDeliveryId: deliveryId,
    correlationId,
  })
  const kind = 'inquiry.approved'
  expect(info.mock.calls).toEqual([
    ['event_recorded', { eventId, deliveryId, kind, outcome: 'recorded', inquiry: id }],
  ])
  expect(await counted('webhook_deliveries_total')).toContainEqual(
    expect.objectContaining({ labels: { outcome: 'recorded' }, value: 1 }),
  )
})

test('during a rotation, a delivery signed with either secret is accepted (N16)', async () => {
  const { inquiryId, id } = await insertOpenInquiry()
  const text = eventText({ inquiryId })
  const receipt = await deliver(text, sign(text, PREVIOUS_SECRET))
  expect(receipt).toEqual({ ok: true, outcome: 'recorded', inquiry: id })
})

test('an event that matches no inquiry is kept, and its log line names none', async () => {
  const info = vi.spyOn(log, 'info')
  const text = eventText({ inquiryId: randomUUID() })
  expect(await deliver(text)).toEqual({ ok: true, outcome: 'recorded', inquiry: null })
  expect(info.mock.calls[0]?.[1]).not.toHaveProperty('inquiry')
})

test('a delivery signed with another secret is rejected, counted and shown to staff', async () => {
  const warn = vi.spyOn(log, 'warn')
  const reason = 'wrong_secret_or_altered_body'
  const deliveryId = randomUUID()
  const receipt = await deliver('{"a":1}', sign('{"a":1}', 'whsec_another'), deliveryId)
  expect(receipt).toEqual({ ok: false, reason })
  await vi.waitFor(
    async () =>
      expect(await rejectionOf(deliveryId)).toMatchObject({ reason, bodyBytes: 7, count: 1 }),
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
    const receipt = await deliver(text)
    expect(receipt).toEqual({ ok: false, reason: 'unreadable_event' })
  },
)

test('with a slow database, a delivery fails before its sender stops waiting (N9)', async () => {
  const text = eventText({ inquiryId: randomUUID() })
  // Longer than the sender waits, and shorter than the database's statement timeout.
  await db().$executeRaw`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(6); RETURN NEW; END'`
  await db().$executeRaw`
    CREATE TRIGGER slow BEFORE INSERT ON "KnownEvent" FOR EACH STATEMENT EXECUTE FUNCTION slow()`
  onTestFinished(async () => {
    await db().$executeRaw`DROP FUNCTION slow CASCADE`
  })
  await expect(deliver(text)).rejects.toThrow('Not recorded in time')
})
