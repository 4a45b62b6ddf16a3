// What a test can inspect: the exchanges on the wire, expectations of them, and the attempts of a delivery.
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, INQUIRIES, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

const deliveriesSchema = z.object({ deliveries: z.array(z.looseObject({ id: z.string() })) })

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  ;({ sandbox, merchant, receiver } = await setUpReceiving())
  sandbox.clock.freeze()
})

const get = async (path: string) => (await control(sandbox, 'GET', path)).body
const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)
const deliveriesWhere = async (query: string) =>
  deliveriesSchema.parse(await get(`/deliveries?${query}`)).deliveries

async function deliver(): Promise<void> {
  await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await sandbox.deliveries.idle()
}

describe('the wire', () => {
  test('shows text with its byte order mark, other bytes as base64, and no more than 64 KiB of either', async () => {
    const shownBody = async (body: string | Uint8Array<ArrayBuffer>) => {
      const headers = { 'content-type': 'application/json' }
      await merchant.send('POST', INQUIRIES, { headers, body })
      return sandbox.wire.list(null).at(-1)?.requestBody
    }
    expect(await shownBody('\ufeff{"name":"Zoë"}')).toEqual({
      encoding: 'utf8',
      content: '\ufeff{"name":"Zoë"}',
      byteLength: 18,
      truncated: false,
    })
    const odd = await shownBody(new Uint8Array([0xc3, 0x28]))
    expect(odd).toMatchObject({ encoding: 'base64', content: 'wyg=' })
    const long = await shownBody('x'.repeat(100_000))
    expect(long).toMatchObject({ byteLength: 100_000, truncated: true })
    expect(long?.content).toHaveLength(64 * 1024)
  })

  test('masks a key in any header and in the query', async () => {
    await merchant.open()
    await sandbox.app.request(`/api/v1/customer/inquiries/x?key=${DEMO_TENANT.apiKey}`, {
      headers: { authorization: `Bearer ${DEMO_TENANT.apiKey}` },
    })
    const { text } = await control(sandbox, 'GET', '/wire')
    expect(text).toContain('Bearer svc_live_••••')
    expect(text).not.toContain(DEMO_TENANT.apiKey)
  })

  test('keeps the requests with a key, however many come without one', async () => {
    const headers = { 'idempotency-key': 'k' }
    await merchant.open({}, headers)
    for (let count = 0; count < 1_000; count += 1) {
      await sandbox.app.request('/api/v1/customer/inquiries/x')
    }
    const { body } = await post('/wire/expect', { operation: 'open', headers, count: 1 })
    expect(body).toMatchObject({ ok: true, matched: 1 })
    expect(sandbox.wire.list(null)).toHaveLength(1 + 100)
    expect((await get('/wire?last=1')).exchanges).toMatchObject([{ status: 401 }])
  })

  test('keeps the last 1,000 exchanges, and lists those after a sequence number', async () => {
    await merchant.open()
    const [entry] = sandbox.wire.list(null)
    if (!entry) throw new Error('nothing is on the wire')
    const [requestBody, responseBody] = [new Uint8Array(), new Uint8Array()]
    for (let index = 0; index < 3_000; index += 1) {
      sandbox.wire.record({ ...entry, requestBody, responseBody })
    }
    expect(sandbox.wire.list(null)).toHaveLength(1_000)
    expect((await get('/wire?after=3000')).exchanges).toMatchObject([{ sequence: 3_001 }])
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
    const open = () => merchant.open({ referenceId: 'r' }, { 'idempotency-key': key })
    await open()
    const met = await post('/wire/expect', { ...oneOpen, status: 201, body: { referenceId: 'r' } })
    expect(met.status).toBe(200)
    expect(met.body).toMatchObject({ ok: true, matched: 1, sequences: [1], nearest: null })
    await open()
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
    expect(await get(`/deliveries/${delivery?.id}`)).toMatchObject({
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
