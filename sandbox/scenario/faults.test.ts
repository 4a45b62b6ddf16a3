// Each fault's effect on a response or a delivery, and which request or attempt consumes it.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../index.ts'
import { control, INQUIRIES, type Merchant } from '../testing/merchant.ts'
import { expectedSignature, type Receiver, setUpReceiving } from '../testing/receiver.ts'
import { DEMO_TENANT } from './seed.ts'

let sandbox: Sandbox
let merchant: Merchant
let receiver: Receiver

beforeEach(async () => {
  ;({ sandbox, merchant, receiver } = await setUpReceiving())
  sandbox.clock.freeze(DEMO_TENANT.id)
})

async function order(target: 'api' | 'webhook', kind: string, extra: object = {}): Promise<void> {
  const { status, text } = await control(sandbox, 'POST', '/faults', { target, kind, ...extra })
  expect(status, text).toBe(201)
}

const advance = (seconds: number) => control(sandbox, 'POST', '/clock/advance', { seconds })

describe('an API fault', () => {
  const key = { 'idempotency-key': '4f0c5f0e-7f5d-4c1e-9b57-5b1f0d4f7a11' }

  test('rate-limited sends Retry-After in the form that it names (N17)', async () => {
    await order('api', 'rate-limited', { retryAfter: 'a-year' })
    await order('api', 'rate-limited', { retryAfter: 'missing' })
    const limited = await merchant.open()
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('31536000')
    expect((await merchant.open()).headers.has('retry-after')).toBe(false)
  })

  test('slow delays the response, meanwhile the Idempotency-Key is in use (N2), and the wire has the earlier time', async () => {
    await order('api', 'slow', { delayMs: 50 })
    const cameInAt = sandbox.clock.nowIso(DEMO_TENANT.id)
    const first = merchant.open({}, key)
    sandbox.clock.advance(60_000, DEMO_TENANT.id)
    expect((await merchant.open({}, key)).status).toBe(409)
    expect((await first).status).toBe(201)
    const answered = sandbox.wire.list(DEMO_TENANT.id).find(({ status }) => status === 201)
    expect(answered).toMatchObject({ at: cameInAt, fault: 'slow' })
  })

  test('malformed truncates the JSON', async () => {
    await order('api', 'malformed')
    await expect(merchant.open()).rejects.toThrow(SyntaxError)
  })

  test.each([
    ['reset', 0],
    ['reset-after-commit', 1],
    ['timeout-after-commit', 1],
  ])('%s breaks the connection, and a retry opens one inquiry (O7)', async (kind, committed) => {
    const origin = await sandbox.listen()
    const inquiries = () => sandbox.store.inquiries.values()
    const open = (signal: AbortSignal | null) =>
      fetch(origin + INQUIRIES, {
        method: 'POST',
        headers: { ...key, 'x-api-key': DEMO_TENANT.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ inquiryTemplateId: DEMO_TENANT.templateId }),
        signal,
      })
    await order('api', kind)
    const client = new AbortController()
    const failure = expect(open(client.signal)).rejects.toThrow()
    await vi.waitUntil(() => inquiries().length === committed, { timeout: 20_000, interval: 5 })
    if (kind === 'timeout-after-commit') client.abort()
    await failure
    expect(inquiries()).toHaveLength(committed)
    const again = await open(null)
    expect(again.status).toBe(201)
    expect(inquiries()).toMatchObject([{ id: (await again.json()).inquiryId }])
  })
})

describe('a webhook fault', () => {
  function first() {
    const [delivery] = receiver.received
    if (!delivery) throw new Error('nothing arrived')
    const signature = delivery.headers['x-service-signature']
    const expected = expectedSignature(delivery.bytes, DEMO_TENANT.webhookSecret)
    return { bytes: delivery.bytes, signature, expected }
  }

  test.each([
    ['reserialised', (text: string) => text.startsWith('{"data":')],
    ['pretty-printed', (text: string) => text.includes('\n  "type"')],
    ['non-ascii', (text: string) => text.includes('王小明')],
    ['byte-order-mark', (text: string) => text.charCodeAt(0) === 0xfeff],
    ['invalid-utf8', (text: string) => text.includes('\ufffd(')],
    ['not-json', (text: string) => text === 'inquiry approved'],
    ['oversize', (text: string) => text.length > 2 * 1024 * 1024],
  ])('%s is signed as sent', async (kind, isSeen) => {
    await order('webhook', kind)
    await merchant.completedId()
    const { bytes, signature, expected } = first()
    expect(signature).toBe(expected)
    expect(isSeen(bytes.toString('utf8'))).toBe(true)
  })

  test.each(['flip-byte', 'wrong-secret', 'reserialised-after-signing'])(
    '%s carries a signature that does not match its bytes',
    async (kind) => {
      await order('webhook', kind)
      await merchant.completedId()
      const { signature, expected } = first()
      expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/)
      expect(signature).not.toBe(expected)
    },
  )

  test('bare-digest omits the prefix', async () => {
    await order('webhook', 'bare-digest')
    await merchant.completedId()
    const { signature, expected } = first()
    expect(`sha256=${signature}`).toBe(expected)
  })

  test('duplicate sends one event twice, with two delivery ids', async () => {
    await order('webhook', 'duplicate')
    await merchant.completedId()
    const [one, two] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(one?.bytes).toEqual(two?.bytes)
    expect(one?.headers['x-service-delivery-id']).not.toBe(two?.headers['x-service-delivery-id'])
  })

  test('drop sends nothing, and delay and reorder hold the event until the clock moves', async () => {
    await order('webhook', 'drop')
    await merchant.completedId()
    expect(sandbox.store.deliveries.values()[0]?.state).toBe('DROPPED')
    for (const [fault, seconds] of [
      [{ kind: 'delay', delayMs: 60_000 }, 60],
      [{ kind: 'delay' }, 10],
      [{ kind: 'reorder' }, 10],
    ] as const) {
      receiver.received.length = 0
      await order('webhook', fault.kind, fault)
      await merchant.completedId()
      expect(receiver.received).toHaveLength(0)
      await advance(seconds)
      expect(receiver.received).toHaveLength(1)
    }
  })

  test('reset breaks the connection, and the retry is complete', async () => {
    await order('webhook', 'reset')
    await merchant.completedId()
    expect(sandbox.store.deliveries.values()).toMatchObject([{ state: 'DUE' }])
    expect(sandbox.wire.list(null).at(-1)).toMatchObject({ failure: 'reset' })
    await advance(5)
    expect(first().signature).toBe(first().expected)
  })
})

describe('a queue of faults', () => {
  /** The fault of each attempt so far, in order. */
  const faultsPlayed = () =>
    sandbox.wire.list(null).flatMap(({ delivery, fault }) => (delivery ? [fault] : []))

  test('of the API can fail twice, respond slowly once, and then succeed', async () => {
    const id = await merchant.openedId()
    const match = { operation: 'status' }
    await order('api', 'server-error', { status: 502, count: 2, match })
    await order('api', 'slow', { delayMs: 20, match })
    expect((await merchant.status(id)).status).toBe(502)
    expect((await merchant.documents(id)).status).toBe(403)
    expect((await merchant.status(id)).status).toBe(502)
    const startedMs = performance.now()
    expect((await merchant.status(id)).status).toBe(200)
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(19)
    expect(sandbox.store.faults.values()).toEqual([])
  })

  test('of deliveries advances with each attempt if its faults match any attempt', async () => {
    receiver.answerWith(500)
    const match = { attempt: 'any' }
    await order('webhook', 'flip-byte', { count: 2, match })
    await order('webhook', 'bare-digest', { match })
    await merchant.completedId()
    await advance(86_400)
    expect(faultsPlayed()).toEqual(['flip-byte', 'flip-byte', 'bare-digest', null, null, null])
  })

  test('waits for its tenant', async () => {
    const other = await control(sandbox, 'POST', '/tenants', { name: 'Other' })
    await order('api', 'server-error', { tenantId: other.body.tenantId })
    expect((await merchant.open()).status).toBe(201)
  })

  test('waits for an inquiry', async () => {
    const [one, other] = [await merchant.openedId(), await merchant.openedId()]
    await order('api', 'server-error', { match: { inquiryId: other } })
    expect((await merchant.status(one)).status).toBe(200)
    expect((await merchant.status(other)).status).toBe(503)
  })

  test('waits for a reference, in an open and in a read', async () => {
    const match = { referenceId: 'b' }
    await order('api', 'server-error', { match })
    expect((await merchant.open({ referenceId: 'a' })).status).toBe(201)
    expect((await merchant.open({ referenceId: 'b' })).status).toBe(503)
    const id = await merchant.openedId({ referenceId: 'b' })
    await order('api', 'server-error', { match })
    expect((await merchant.status(id)).status).toBe(503)
  })

  test('waits for an event type', async () => {
    await order('webhook', 'drop', { match: { eventType: 'inquiry.declined' } })
    await merchant.completedId()
    await merchant.completedId('DECLINED')
    expect(receiver.kinds()).toEqual(['inquiry.approved', 'inquiry.review_in_progress'])
    expect(sandbox.store.faults.values()).toEqual([])
  })

  test('waits for a later attempt', async () => {
    receiver.answerWith(500)
    await order('webhook', 'missing-signature', { match: { attempt: 2 } })
    await merchant.completedId()
    await advance(5)
    expect(faultsPlayed()).toEqual([null, 'missing-signature'])
    expect(receiver.received[1]?.headers).not.toHaveProperty('x-service-signature')
  })
})

test.each([
  ['no kind', { target: 'api' }],
  ['a kind of the other target', { target: 'api', kind: 'flip-byte' }],
  ['an unknown match', { target: 'api', kind: 'slow', match: { colour: 'green' } }],
  [
    'a delivery by its operation',
    { target: 'webhook', kind: 'drop', match: { operation: 'open' } },
  ],
  ['a request by its attempt', { target: 'api', kind: 'slow', match: { attempt: 2 } }],
])('a fault with %s is a 400', async (_, fault) => {
  expect((await control(sandbox, 'POST', '/faults', fault)).status).toBe(400)
})
