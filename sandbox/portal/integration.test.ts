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
  test('a registered endpoint has a secret that is shown once (W1, P3)', async () => {
    const url = 'https://merchant.example/events'
    const page = await operator.submit('/endpoints', { url })
    const secret = secretOf(page.html)
    expect(secret).toMatch(/^whsec_/)
    const registered = sandbox.store.endpoints.values().find((endpoint) => endpoint.url === url)
    expect(registered?.secret).toBe(secret)
    expect((await operator.get('/integration')).html).not.toContain(secret)
  })

  test('an endpoint that is refused is not registered (W2)', async () => {
    const url = 'https://10.0.0.1/'
    const refused = await operator.submit('/endpoints', { url })
    expect(refused.html).toContain('The URL points to a private address.')
    expect(sandbox.store.endpoints.values().some((endpoint) => endpoint.url === url)).toBe(false)
  })

  test('rotating and recreating show a new secret, and a removed endpoint has none', async () => {
    const url = 'http://localhost:9/'
    ;({ sandbox, merchant } = setUp({ webhookUrl: url }))
    operator = await operatorOf(sandbox)
    const path = `/endpoints/${DEMO_TENANT.endpointId}`
    const current = () => sandbox.store.endpoints.values().find(({ removedAt }) => !removedAt)
    const rotated = secretOf((await operator.submit(`${path}/rotate`)).html)
    expect(rotated).not.toBe(DEMO_TENANT.webhookSecret)
    expect(current()?.secret).toBe(rotated)
    const secret = secretOf((await operator.submit(`${path}/recreate`)).html)
    expect(secret).not.toBe(rotated)
    expect(current()).toMatchObject({ url, secret })
    await operator.submit(`/endpoints/${current()?.id}/remove`)
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
