import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant, merchantOf } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  ;({ sandbox, merchant, receiver } = await setUpReceiving())
})

test('two events of an inquiry never share their createdAt, even on a frozen clock', async () => {
  sandbox.clock.freeze(DEMO_TENANT.id)
  await merchant.completedId('DECLINED')
  const createdAts = receiver.events().map(({ createdAt }) => createdAt)
  expect(new Set(createdAts).size).toBe(2)
})

test('a correlation id that is no UUID is replaced by a UUID in the events, and the wire shows both (N24)', async () => {
  const fields = { referenceId: 'sandbox-auto:APPROVED' }
  await merchant.open(fields, { 'x-correlation-id': 'trace-1' })
  await sandbox.deliveries.idle()
  const [event] = receiver.events()
  expect(event.data.correlationId).toMatch(/^[0-9a-f-]{36}$/)
  const { body } = await control(sandbox, 'GET', '/wire')
  expect(body.exchanges).toMatchObject([
    { correlationId: 'trace-1', eventCorrelationId: event.data.correlationId },
    { correlationId: event.data.correlationId },
  ])
})

test('a delivery and its retry go out on their own: a commit, or a moved clock, wakes the sender', async () => {
  sandbox.clock.freeze(DEMO_TENANT.id)
  receiver.answerWith(500)
  await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await vi.waitFor(() => expect(sandbox.store.deliveries.values()[0]?.attempts).toBe(1), 5_000)
  sandbox.clock.advance(5_000, DEMO_TENANT.id)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 5_000)
})

describe('when the disk is full', () => {
  const full = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }

  test('an attempt whose result cannot be stored is repeated, and the process goes on', async () => {
    const { deliveries } = sandbox.store
    const put = deliveries.put.bind(deliveries)
    let failures = 0
    vi.spyOn(deliveries, 'put').mockImplementation((delivery) => {
      if (delivery.attempts !== 1 || failures > 0) return put(delivery)
      failures += 1
      return full()
    })
    await merchant.completedId()
    expect(failures).toBe(1)
    expect(receiver.kinds()).toEqual(['inquiry.approved', 'inquiry.approved'])
    expect(deliveries.values()[0]).toMatchObject({ state: 'DELIVERED', attempts: 1 })
  })

  test('a scheduled decision that cannot be stored is made later, and the process goes on', async () => {
    sandbox.clock.freeze(DEMO_TENANT.id)
    const id = await merchant.openedId()
    const { store } = sandbox
    const dueAt = sandbox.clock.nowIso(DEMO_TENANT.id)
    const scheduled = [{ status: 'APPROVED', note: null, silent: false, dueAt }]
    store.inquiries.put({ ...store.inquiries.require(id), scheduled })
    vi.spyOn(store.inquiries, 'put').mockImplementationOnce(full)
    await vi.waitFor(() => expect(store.inquiries.require(id).status).toBe('APPROVED'), 5_000)
  })
})

test('a portal decision cancels the scheduled one', async () => {
  sandbox.clock.freeze(DEMO_TENANT.id)
  const id = await merchant.openedId()
  const { store, clock } = sandbox
  const dueAt = new Date(clock.nowMs(DEMO_TENANT.id) + 1_000).toISOString()
  const scheduled = [{ status: 'DECLINED', note: null, silent: false, dueAt }]
  store.inquiries.put({ ...store.inquiries.require(id), scheduled })
  await control(sandbox, 'POST', `/inquiries/${id}/decide`, { status: 'APPROVED' })
  await control(sandbox, 'POST', '/clock/advance', { seconds: 2 })
  expect(store.inquiries.require(id).status).toBe('APPROVED')
  expect(receiver.kinds()).toEqual(['inquiry.approved'])
})

test('an approval names the capabilities that succeeded, as the template does (R5)', async () => {
  const { body } = await control(sandbox, 'POST', '/tenants', {
    webhookUrl: receiver.url,
    definition: {
      steps: ['SIGNATURE', 'PASSPORT_SCAN', 'FACE_MATCH'],
      webhooks: { subscribe: ['inquiry.approved'] },
    },
  })
  const own = merchantOf(sandbox, { apiKey: `${body.apiKey}`, templateId: `${body.templateId}` })
  await own.completedId('APPROVED', { failedCapabilities: ['FACE_MATCH'] })
  const [{ data }] = receiver.events()
  expect(data.succeededCapabilities).toEqual(['SIGNATURE', 'PASSPORT_SCAN'])
})
