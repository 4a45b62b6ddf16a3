// What a test can inspect: a delivery's attempts, and the requests on the wire.
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import { control, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

const deliveriesSchema = z.object({ deliveries: z.array(z.looseObject({ id: z.string() })) })

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  const scene = await setUpReceiving()
  ;({ sandbox, merchant, receiver } = scene)
  sandbox.clock.freeze()
  return scene.close
})

const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)

async function deliveriesWhere(query: string) {
  const { body } = await control(sandbox, 'GET', `/deliveries?${query}`)
  return deliveriesSchema.parse(body).deliveries
}

async function deliver(): Promise<void> {
  await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await sandbox.deliveries.idle()
}

describe('the attempt log', () => {
  test('has each attempt, is found by the delivery id of any, and a resend changes no schedule', async () => {
    receiver.answerWith(500)
    await deliver()
    receiver.answerWith(204)
    await post('/clock/advance', { seconds: 5 })
    const [first, second] = receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
    expect(await deliveriesWhere('deliveryId=unknown')).toEqual([])
    const [delivery] = await deliveriesWhere(`deliveryId=${second}`)
    await post(`/deliveries/${delivery?.id}/resend`, { fault: 'flip-byte' })
    const { body } = await control(sandbox, 'GET', `/deliveries/${delivery?.id}`)
    expect(body).toMatchObject({
      state: 'DELIVERED',
      attempts: 2,
      attemptLog: [
        { deliveryId: first, status: 500, failure: null, isResend: false },
        { deliveryId: second, status: 204, durationMs: expect.any(Number), isResend: false },
        { isResend: true, fault: 'flip-byte' },
      ],
    })
  })

  test('says why there was no response', async () => {
    await receiver.close()
    await deliver()
    const [delivery] = await deliveriesWhere('state=DUE')
    expect(delivery).toMatchObject({ attemptLog: [{ status: null, failure: 'ECONNREFUSED' }] })
  })
})

describe('an expectation', () => {
  const key = 'a2f1d9f4-6a0e-4a60-9a38-0a9f3d9b2c11'
  const oneOpen = { operation: 'open', headers: { 'Idempotency-Key': key } }

  test('reports the nearest miss if it is not met', async () => {
    await merchant.openedId({ referenceId: 'other' })
    await merchant.open({ referenceId: 's' }, { 'idempotency-key': key })
    const missed = await post('/wire/expect', { ...oneOpen, body: { referenceId: 'r' } })
    expect(missed.status).toBe(409)
    expect(missed.body).toEqual({
      ok: false,
      matched: 0,
      sequences: [],
      nearest: { sequence: 2, differences: ['body.referenceId: expected "r", got "s"'] },
    })
  })

  test('is met by one matching request, and by two only if they are expected', async () => {
    await merchant.open({ referenceId: 'r', note: 'Hello.' }, { 'idempotency-key': key })
    const met = await post('/wire/expect', { ...oneOpen, status: 201, body: { referenceId: 'r' } })
    expect(met.status).toBe(200)
    expect(met.body).toMatchObject({ ok: true, matched: 1, sequences: [1], nearest: null })
    await merchant.open({ referenceId: 'r', note: 'Hello.' }, { 'idempotency-key': key })
    expect((await post('/wire/expect', oneOpen)).status).toBe(409)
    expect((await post('/wire/expect', { ...oneOpen, count: 2 })).status).toBe(200)
    expect((await post('/wire/expect', { ...oneOpen, atLeast: 1 })).status).toBe(200)
    expect((await post('/wire/expect', { ...oneOpen, atMost: 1 })).status).toBe(409)
  })

  test('can be about deliveries, a missing header, and entries after a sequence number', async () => {
    await deliver()
    const delivery = { direction: 'delivery', body: { type: 'inquiry.approved' } }
    expect((await post('/wire/expect', delivery)).status).toBe(200)
    expect((await post('/wire/expect', { ...delivery, after: 2, count: 0 })).status).toBe(200)
    const noKey = { operation: 'open', headers: { 'idempotency-key': null } }
    expect((await post('/wire/expect', noKey)).status).toBe(200)
  })
})
