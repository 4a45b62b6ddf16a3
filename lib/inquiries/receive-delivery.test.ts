// One delivery from its bytes to its row, and what staff learn of one that is rejected.
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from '../db'
import { log } from '../log'
import { metrics } from '../metrics'
import {
  insertOpenInquiry,
  PREVIOUS_SECRET,
  startTestApp,
  type TestApp,
  WEBHOOK_SECRET,
} from '../testing/test-app'
import { receiveDelivery } from './receive-delivery'
import { recordRejectedDelivery } from './rejected-deliveries'

const KEPT = 1_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.stop())

const sign = (text: string, secret = WEBHOOK_SECRET) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

const eventText = (data: object, type = 'inquiry.approved') =>
  JSON.stringify({ id: randomUUID(), type, createdAt: new Date().toISOString(), data })

const deliver = (
  text: string,
  signature: string | null = sign(text),
  deliveryId: string = randomUUID(),
) => receiveDelivery({ body: Buffer.from(text), signature, deliveryId })

const counted = async (name: string) =>
  (await metrics().registry.getSingleMetric(name)?.get())?.values
const rejectionOf = (deliveryId: string) =>
  db().rejectedDelivery.findFirstOrThrow({ where: { deliveryId } })

test('a signed event is stored with its delivery, applied, counted, and logged by ids alone', async () => {
  const info = vi.spyOn(log, 'info')
  const { id, inquiryId, referenceId, correlationId } = await insertOpenInquiry()
  const text = eventText({ inquiryId, referenceId, correlationId, status: 'APPROVED' })
  const deliveryId = randomUUID()
  expect(await deliver(text, sign(text), deliveryId)).toEqual({
    ok: true,
    outcome: 'applied',
    inquiry: id,
  })
  const eventId = JSON.parse(text).id
  expect(await db().webhookEvent.findUnique({ where: { id: eventId } })).toMatchObject({
    firstDeliveryId: deliveryId,
    correlationId,
  })
  const kind = 'inquiry.approved'
  expect(info.mock.calls).toEqual([
    ['event_recorded', { eventId, deliveryId, kind, outcome: 'applied', inquiry: id }],
  ])
  expect(await counted('webhook_deliveries_total')).toContainEqual(
    expect.objectContaining({ labels: { outcome: 'applied' }, value: 1 }),
  )
})

test('while a secret is rotated, what either signed is taken (N16)', async () => {
  const { inquiryId, id } = await insertOpenInquiry()
  const text = eventText({ inquiryId })
  const receipt = await deliver(text, sign(text, PREVIOUS_SECRET))
  expect(receipt).toEqual({ ok: true, outcome: 'applied', inquiry: id })
})

test('an event that fits no inquiry is kept, and its log names none', async () => {
  const info = vi.spyOn(log, 'info')
  const text = eventText({ inquiryId: randomUUID() })
  expect(await deliver(text)).toEqual({ ok: true, outcome: 'unmatched', inquiry: null })
  expect(info.mock.calls[0]?.[1]).not.toHaveProperty('inquiry')
})

test.each([
  ['without a header', null, 'no_header'],
  ['with another header', 'sha256=abc', 'malformed_header'],
  ['of another secret', sign('{"a":1}', 'whsec_another'), 'wrong_secret_or_altered_body'],
])('a delivery %s is refused, and staff see why', async (_what, signature, reason) => {
  const warn = vi.spyOn(log, 'warn')
  const deliveryId = randomUUID()
  expect(await deliver('{"a":1}', signature, deliveryId)).toEqual({
    ok: false,
    reason: 'signature',
  })
  expect(await rejectionOf(deliveryId)).toMatchObject({ reason, bodyBytes: 7 })
  expect(warn.mock.calls).toEqual([['delivery_rejected', { reason, deliveryId }]])
  expect(await counted('webhook_rejections_total')).toContainEqual(
    expect.objectContaining({ labels: { reason }, value: 1 }),
  )
})

test.each(['no JSON', '{"id":"1"}', eventText({ inquiryId: 'no UUID' })])(
  'what is signed and no event is refused as unreadable: %s',
  async (text) => {
    const deliveryId = randomUUID()
    expect(await deliver(text, sign(text), deliveryId)).toEqual({ ok: false, reason: 'unreadable' })
    expect(await rejectionOf(deliveryId)).toMatchObject({
      reason: 'unreadable_event',
      bodyBytes: text.length,
    })
  },
)

test('a rejection that cannot be noted changes no answer', async () => {
  const error = vi.spyOn(log, 'error')
  const tooLong = 'x'.repeat(201)
  expect(await deliver('{}', null, tooLong)).toEqual({ ok: false, reason: 'signature' })
  expect(error).toHaveBeenCalledWith('rejection_not_recorded', { error: expect.any(String) })
})

test('of the rejected the newest thousand are kept', async () => {
  await db().rejectedDelivery.createMany({
    data: Array.from({ length: KEPT + 5 }, () => ({ reason: 'no_header', bodyBytes: 1 })),
  })
  const deliveryId = randomUUID()
  await recordRejectedDelivery({ reason: 'too_large', deliveryId, bodyBytes: 2 })
  expect(await db().rejectedDelivery.count()).toBe(KEPT)
  expect(await rejectionOf(deliveryId)).toMatchObject({ reason: 'too_large', bodyBytes: 2 })
})

test('a database that takes its time makes nobody wait for longer than the service does (N9)', async () => {
  const text = eventText({ inquiryId: randomUUID() })
  // A connection for each of the two: it is the statement that waits.
  await Promise.all([1, 2, 3, 4].map(() => db().inquiry.count()))
  await db().$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "WebhookEvent"`
      // Not the database's own patience, which is longer.
      await expect(deliver(text)).rejects.toThrow('The deadline has passed')
    },
    { timeout: 30_000 },
  )
})
