// What a test can inspect on the wire: all exchanges, including each delivery's attempts.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, INQUIRIES, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  ;({ sandbox, merchant, receiver } = await setUpReceiving())
  sandbox.clock.freeze(DEMO_TENANT.id)
})

const get = async (path: string) => (await control(sandbox, 'GET', path)).body
const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)

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
    await merchant.open()
    for (let count = 0; count < 1_000; count += 1) {
      await sandbox.app.request('/api/v1/customer/inquiries/x')
    }
    expect(sandbox.wire.list(DEMO_TENANT.id)).toMatchObject([{ status: 201 }])
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

describe('a delivery', () => {
  test('has each attempt on the wire, and a resend changes no schedule', async () => {
    receiver.answerWith(500)
    await merchant.completedId()
    receiver.answerWith(204)
    await post('/clock/advance', { seconds: 5 })
    const [first, second] = receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
    const [delivery] = sandbox.store.deliveries.values()
    const id = delivery?.id
    await post(`/deliveries/${id}/resend`, { fault: 'flip-byte' })
    const delivered = [{ id, state: 'DELIVERED', attempts: 2 }]
    expect((await get('/deliveries')).deliveries).toMatchObject(delivered)
    expect((await get('/wire?after=1')).exchanges).toMatchObject([
      { delivery: { id, deliveryId: first, attempt: 1 }, status: 500, failure: null },
      { delivery: { id, deliveryId: second }, status: 204, durationMs: expect.any(Number) },
      { delivery: { id }, fault: 'flip-byte' },
    ])
  })

  test('says on the wire why there was no response', async () => {
    await receiver.close()
    await merchant.completedId()
    expect((await get('/deliveries?state=DUE')).deliveries).toHaveLength(1)
    const attempt = { status: null, failure: 'ECONNREFUSED' }
    expect((await get('/wire?last=1')).exchanges).toMatchObject([attempt])
  })
})
