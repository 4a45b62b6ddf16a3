import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { type Merchant, merchantOf, setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf, textOf } from '../testing/operator.ts'

let sandbox: Sandbox
let merchant: Merchant
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})

const secretOf = (html: string) => /<code id="secret-value">([^<]+)<\/code>/.exec(html)?.[1] ?? ''

describe('API keys', () => {
  test('a new key is shown once and works until it is revoked (A3, A4, P2)', async () => {
    const page = await operator.submit('/keys', { name: '<img src=x>' })
    expect(page.html).toContain('&lt;img src=x&gt;')
    expect(page.html).not.toContain('<img')
    const apiKey = secretOf(page.html)
    expect((await operator.get('/integration')).html).not.toContain(apiKey)
    const holder = merchantOf(sandbox, { ...DEMO_TENANT, apiKey })
    expect((await holder.open()).status).toBe(201)
    const key = sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id).at(-1)
    await operator.submit(`/keys/${key?.id}/revoke`)
    expect((await holder.open()).status).toBe(401)
    expect((await merchant.open()).status).toBe(201)
  })

  test('a key without a name is not created', async () => {
    const refused = await operator.submit('/keys', { name: ' ' })
    expect(refused.html).toContain('Give it a name')
    expect(sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id)).toHaveLength(1)
  })
})

describe('endpoints', () => {
  test('an endpoint that is refused is not registered (W2)', async () => {
    const url = 'https://10.0.0.1/'
    const refused = await operator.submit('/endpoints', { url })
    expect(refused.html).toContain('The URL points to a private address.')
    expect(sandbox.store.endpoints.values().some((endpoint) => endpoint.url === url)).toBe(false)
  })

  test('registering, rotating and recreating show each secret once, and a removed endpoint has none', async () => {
    const url = 'https://merchant.example/events'
    const current = () => sandbox.store.endpoints.values().find(({ removedAt }) => !removedAt)
    const shown = new Set<string>()
    for (const how of ['register', 'rotate', 'recreate']) {
      const path = how === 'register' ? '/endpoints' : `/endpoints/${current()?.id}/${how}`
      const secret = secretOf((await operator.submit(path, { url })).html)
      expect(current()).toMatchObject({ url, secret: expect.stringMatching(/^whsec_/) })
      expect(secret).toBe(current()?.secret)
      expect((await operator.get('/integration')).html).not.toContain(secret)
      shown.add(secret)
    }
    expect(shown.size).toBe(3)
    const path = `/endpoints/${current()?.id}`
    await operator.submit(`${path}/remove`)
    expect(current()).toBeUndefined()
    expect((await operator.post(`${path}/rotate`)).status).toBe(404)
  })
})

describe('templates', () => {
  test('a new template and its next revision are published at once (P1, O2)', async () => {
    const definition = {
      'steps[]': ['PERSONAL_INFO', 'SIGNATURE'],
      'subscribe[]': 'inquiry.approved',
    }
    await operator.submit('/templates', { name: 'Business account', ...definition })
    const template = sandbox.store.templates.values().find(({ name }) => name.startsWith('Bus'))
    const templateId = template?.id ?? ''
    expect((await merchant.open({ inquiryTemplateId: templateId })).status).toBe(201)
    const page = await operator.submit(`/templates/${templateId}/revisions`, {
      'steps[]': ['PERSONAL_INFO'],
    })
    expect(textOf(page.html)).toMatch(
      /Business account .* Revision 2 published .* Events None .* Revision 1 published .* Steps Personal information → Signature Events Approved/,
    )
    const [first, second] = sandbox.store.revisions.listBy('template', templateId)
    expect(first?.definition).toEqual({
      steps: ['PERSONAL_INFO', 'SIGNATURE'],
      webhooks: { subscribe: ['inquiry.approved'] },
    })
    // Without chosen events, it has no subscribe list (W8).
    expect(second?.definition).toEqual({ steps: ['PERSONAL_INFO'] })
  })

  test('a revision needs steps', async () => {
    const path = `/templates/${DEMO_TENANT.templateId}/revisions`
    expect((await operator.submit(path, {})).html).toContain('Choose at least one step.')
    expect(sandbox.store.revisions.listBy('template', DEMO_TENANT.templateId)).toHaveLength(1)
  })
})
