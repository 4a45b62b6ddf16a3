import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant, merchantOf, setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf, textOf } from '../testing/operator.ts'

let sandbox: Sandbox
let merchant: Merchant
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})

const secretOf = (html: string) => /<code id="secret-value">([^<]+)<\/code>/.exec(html)?.[1] ?? ''

test('the menu has API keys and webhooks under the heading Developer (P2)', async () => {
  const { html } = await operator.get('/api-keys')
  const [menu = ''] = /<nav.*<\/nav>/s.exec(html) ?? []
  expect(textOf(menu)).toBe(
    'Inquiries Review queue Templates Developer API Keys Webhooks Wire Scenario',
  )
  expect(menu).toContain('<a href="/portal/api-keys" aria-current="page">')
})

describe('API keys', () => {
  test('a key that lives for thirty days says when it expires (N34)', async () => {
    sandbox.clock.stopAt(Date.UTC(2026, 0, 1), DEMO_TENANT.id)
    await operator.submit('/api-keys', { name: 'Backend' })
    await control(sandbox, 'PATCH', '/settings', { settings: { N34: 'thirty-days' } })
    const shown = async () => textOf((await operator.get('/api-keys')).html)
    expect(await shown()).toMatch(/Backend active .* expires 31 Jan 2026/)
    sandbox.clock.stopAt(Date.UTC(2026, 0, 31), DEMO_TENANT.id)
    expect(await shown()).toMatch(/Backend expired .* expired 31 Jan 2026/)
  })

  test('a new key is shown once and works until it is revoked (A3, A4, P2)', async () => {
    const page = await operator.submit('/api-keys', { name: '<img src=x>' })
    expect(page.html).toContain('&lt;img src=x&gt;')
    expect(page.html).not.toContain('<img')
    const apiKey = secretOf(page.html)
    expect((await operator.get('/api-keys')).html).not.toContain(apiKey)
    const holder = merchantOf(sandbox, { ...DEMO_TENANT, apiKey })
    expect((await holder.open()).status).toBe(201)
    const key = sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id).at(-1)
    await operator.submit(`/api-keys/${key?.id}/revoke`)
    expect((await holder.open()).status).toBe(401)
    expect((await merchant.open()).status).toBe(201)
  })

  test('a key without a name is not created', async () => {
    const refused = await operator.submit('/api-keys', { name: ' ' })
    expect(refused.html).toContain('Give it a name')
    expect(sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id)).toHaveLength(1)
  })
})

describe('endpoints', () => {
  test('an endpoint that the service refuses is not registered (W2)', async () => {
    const url = 'https://10.0.0.1/'
    const refused = await operator.submit('/webhooks', { url })
    expect(refused.html).toContain('The URL points to a private address.')
    expect(sandbox.store.endpoints.values().some((endpoint) => endpoint.url === url)).toBe(false)
  })

  test('registering, rotating and recreating show each secret once, and a removed endpoint has none', async () => {
    const url = 'https://merchant.example/events'
    const current = () => sandbox.store.endpoints.values().find(({ removedAt }) => !removedAt)
    const shown = new Set<string>()
    for (const how of ['register', 'rotate', 'recreate']) {
      const path = how === 'register' ? '/webhooks' : `/webhooks/${current()?.id}/${how}`
      const secret = secretOf((await operator.submit(path, { url })).html)
      expect(current()).toMatchObject({ url, secret: expect.stringMatching(/^whsec_/) })
      expect(secret).toBe(current()?.secret)
      expect((await operator.get('/webhooks')).html).not.toContain(secret)
      shown.add(secret)
    }
    expect(shown.size).toBe(3)
    const path = `/webhooks/${current()?.id}`
    await operator.submit(`${path}/remove`)
    expect(current()).toBeUndefined()
    expect((await operator.post(`${path}/rotate`)).status).toBe(404)
  })
})
