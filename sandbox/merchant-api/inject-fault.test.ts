import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, INQUIRIES, type Merchant, setUp } from '../testing/merchant.ts'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 5 }

let sandbox: Sandbox
let merchant: Merchant

beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
})
afterEach(() => sandbox.close())

async function order(kind: string, extra: object = {}): Promise<void> {
  const { status } = await control(sandbox, 'POST', '/faults', { target: 'api', kind, ...extra })
  expect(status).toBe(201)
}

const headers = { 'idempotency-key': '4f0c5f0e-7f5d-4c1e-9b57-5b1f0d4f7a11' }

describe('an API fault', () => {
  test('rate-limited sends Retry-After in the form that it names (N17)', async () => {
    await order('rate-limited', { retryAfter: 'a-year' })
    await order('rate-limited', { retryAfter: 'missing' })
    const limited = await merchant.open()
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('31536000')
    expect((await merchant.open()).headers.has('retry-after')).toBe(false)
  })

  test('slow responds late, and the Idempotency-Key is in use until then (N2)', async () => {
    await order('slow', { delayMs: 50 })
    const first = merchant.open({}, headers)
    const second = await merchant.open({}, headers)
    expect(second.status).toBe(409)
    expect((await first).status).toBe(201)
  })

  test('slow is on the wire at the time at which the request came in', async () => {
    await order('slow', { delayMs: 50 })
    sandbox.clock.freeze(DEMO_TENANT.id)
    const cameInAt = sandbox.clock.nowIso(DEMO_TENANT.id)
    const opened = merchant.open()
    sandbox.clock.advance(60_000, DEMO_TENANT.id)
    await opened
    const [exchange] = sandbox.wire.list(DEMO_TENANT.id)
    expect(exchange?.at).toBe(cameInAt)
  })

  test('malformed truncates the JSON', async () => {
    await order('malformed')
    await expect(merchant.open()).rejects.toThrow(SyntaxError)
  })

  test('affects only its own tenant', async () => {
    const other = await control(sandbox, 'POST', '/tenants', { name: 'Other' })
    await order('server-error', { tenantId: other.body.tenantId })
    expect((await merchant.open()).status).toBe(201)
  })
})

describe('over a socket', () => {
  const openWith = (origin: string, signal?: AbortSignal) =>
    fetch(origin + INQUIRIES, {
      method: 'POST',
      headers: {
        ...headers,
        'x-api-key': DEMO_TENANT.apiKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ inquiryTemplateId: DEMO_TENANT.templateId }),
      ...(signal ? { signal } : {}),
    })

  test('reset stores nothing', async () => {
    const origin = await sandbox.listen()
    await order('reset')
    await expect(openWith(origin)).rejects.toThrow()
    expect(sandbox.store.inquiries.values()).toHaveLength(0)
  })

  test.each(['reset-after-commit', 'timeout-after-commit'])(
    'after %s, a retry returns the inquiry that was opened (O7)',
    async (kind) => {
      const origin = await sandbox.listen()
      await order(kind)
      const client = new AbortController()
      const failure = expect(openWith(origin, client.signal)).rejects.toThrow()
      await vi.waitUntil(() => sandbox.store.inquiries.values().length === 1, WITHIN)
      if (kind === 'timeout-after-commit') client.abort()
      await failure
      const [inquiry] = sandbox.store.inquiries.values()
      const again = await openWith(origin)
      expect(again.status).toBe(201)
      expect(await again.json()).toEqual({ inquiryId: inquiry?.id })
      expect(sandbox.store.inquiries.values()).toHaveLength(1)
    },
  )
})
