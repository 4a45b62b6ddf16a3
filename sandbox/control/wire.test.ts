import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant } from '../testing/merchant.ts'
import { type Receiver, setUpReceiving } from '../testing/receiver.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  const scene = await setUpReceiving()
  ;({ sandbox, merchant, receiver } = scene)
  return scene.close
})

const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)

describe('the wire', () => {
  test('keeps the requests with a key, however many come without one', async () => {
    const headers = { 'idempotency-key': 'k' }
    await merchant.open({}, headers)
    for (let count = 0; count < 1_000; count += 1) {
      await sandbox.app.request('/api/v1/customer/inquiries/x')
    }
    const { body } = await post('/wire/expect', { operation: 'open', headers, count: 1 })
    expect(body).toMatchObject({ ok: true, matched: 1 })
    const wire = await control(sandbox, 'GET', '/wire?last=1')
    expect(wire.body.exchanges).toMatchObject([{ status: 401 }])
  })

  test('does not queue exchanges for a client that never reads its stream', async () => {
    const response = await sandbox.app.request('/sandbox/wire/stream')
    await merchant.open()
    const [entry] = sandbox.wire.list(null)
    if (!entry) throw new Error('nothing is on the wire')
    const [requestBody, responseBody] = [new Uint8Array(), new Uint8Array()]
    for (let index = 0; index < 3_000; index += 1) {
      sandbox.wire.record({ ...entry, requestBody, responseBody })
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let count = 0
    for (let text = ''; !text.includes('id: 3001\n'); count += text.split('id: ').length - 1) {
      text = (await reader?.read())?.value ?? 'id: 3001\n'
    }
    await reader?.cancel()
    // What it has missed, except for the last 1,000, is no longer on the wire.
    expect(count).toBeLessThan(1_100)
  })

  test('shows a request and its deliveries under one correlation id, with the key masked', async () => {
    const correlationId = '8b4f0d0c-51a5-4c0e-9a0b-3a1f2e8d7c66'
    await merchant.open(
      { referenceId: 'sandbox-auto:APPROVED' },
      { 'x-correlation-id': correlationId },
    )
    await sandbox.deliveries.idle()
    const { body, text } = await control(sandbox, 'GET', '/wire')
    expect(text).not.toContain(DEMO_TENANT.apiKey)
    expect(body.exchanges).toMatchObject([
      {
        direction: 'request',
        method: 'POST',
        status: 201,
        correlationId,
        requestBody: { encoding: 'utf8', content: expect.stringContaining('sandbox-auto') },
      },
      {
        direction: 'delivery',
        status: 200,
        correlationId,
        delivery: { attempt: 1 },
        requestBody: { content: receiver.received[0]?.bytes.toString('utf8') },
      },
    ])
  })

  test('masks a key in another header or in the query', async () => {
    await sandbox.app.request(`/api/v1/customer/inquiries/x?key=${DEMO_TENANT.apiKey}`, {
      headers: { authorization: `Bearer ${DEMO_TENANT.apiKey}` },
    })
    const { text } = await control(sandbox, 'GET', '/wire')
    expect(text).toContain('Bearer svc_live_••••')
    expect(text).not.toContain(DEMO_TENANT.apiKey)
  })

  test('resumes its stream after the last event that the client received', async () => {
    await merchant.open()
    await merchant.open()
    const response = await sandbox.app.request('/sandbox/wire/stream', {
      headers: { 'last-event-id': '1' },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const chunk = await reader?.read()
    expect(chunk?.value).toContain('id: 2')
    expect(chunk?.value).not.toContain('id: 1\n')
    await reader?.cancel()
  })
})
