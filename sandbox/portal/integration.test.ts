import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { merchantOf, setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf, textOf } from '../testing/operator.ts'
import { pointDemoEndpointAt } from '../testing/receiver.ts'

let sandbox: ReturnType<typeof setUp>['sandbox']
let merchant: ReturnType<typeof setUp>['merchant']
let operator: Operator

beforeEach(async () => {
  ;({ sandbox, merchant } = setUp())
  operator = await operatorOf(sandbox)
})
afterEach(() => sandbox.close())

const secretOf = (html: string) => /<code id="secret-value">([^<]+)<\/code>/.exec(html)?.[1] ?? ''

describe('API keys', () => {
  test('a new key is shown once and works (A2, A3, P2)', async () => {
    const page = await operator.submit('/keys', { name: 'Backend' })
    const apiKey = secretOf(page.html)
    expect(apiKey).toMatch(/^svc_live_[A-Za-z0-9_-]{32}$/)
    expect((await operator.get('/integration')).html).not.toContain(apiKey)
    const opened = await merchantOf(sandbox, { ...DEMO_TENANT, apiKey }).open()
    expect(opened.status).toBe(201)
  })

  test('a revoked key ends immediately (A4)', async () => {
    const [key] = sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id)
    await operator.submit(`/keys/${key?.id}/revoke`)
    expect((await merchant.open()).status).toBe(401)
  })

  test('a key without a name is not created', async () => {
    const refused = await operator.post('/keys', { name: ' ' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('Give it a name')
    expect(sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id)).toHaveLength(1)
  })

  test('a name with markup is shown as text', async () => {
    const page = await operator.submit('/keys', { name: '<img src=x>' })
    expect(page.html).toContain('&lt;img src=x&gt;')
    expect(page.html).not.toContain('<img')
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

  test.each(['http://merchant.example/', 'https://10.0.0.1/', 'ftp://merchant.example', 'nothing'])(
    '%s is refused, and the form keeps the input (W2)',
    async (url) => {
      const refused = await operator.post('/endpoints', { url })
      expect(refused.status).toBe(422)
      expect(refused.html).toContain(`value="${url}"`)
      expect(sandbox.store.endpoints.values().some((endpoint) => endpoint.url === url)).toBe(false)
    },
  )

  test('rotating replaces the endpoint’s secret and shows the new one', async () => {
    pointDemoEndpointAt(sandbox, 'http://localhost:9/')
    const page = await operator.submit(`/endpoints/${DEMO_TENANT.endpointId}/rotate`)
    const { secret } = sandbox.store.endpoints.require(DEMO_TENANT.endpointId)
    expect(secret).not.toBe(DEMO_TENANT.webhookSecret)
    expect(secretOf(page.html)).toBe(secret)
  })

  test('recreating gives the URL a new id and a new secret', async () => {
    pointDemoEndpointAt(sandbox, 'http://localhost:9/')
    const page = await operator.submit(`/endpoints/${DEMO_TENANT.endpointId}/recreate`)
    expect(sandbox.store.endpoints.require(DEMO_TENANT.endpointId).removedAt).not.toBeNull()
    const next = sandbox.store.endpoints.values().find((one) => one.secret === secretOf(page.html))
    expect(next?.url).toBe('http://localhost:9/')
    expect(next?.id).not.toBe(DEMO_TENANT.endpointId)
  })

  test('a removed endpoint cannot be rotated', async () => {
    pointDemoEndpointAt(sandbox, 'http://localhost:9/')
    await operator.submit(`/endpoints/${DEMO_TENANT.endpointId}/remove`)
    const refused = await operator.post(`/endpoints/${DEMO_TENANT.endpointId}/rotate`)
    expect(refused.status).toBe(404)
  })
})

describe('templates', () => {
  test('a template opens inquiries once one of its revisions is published (P1, O2, O3)', async () => {
    await operator.submit('/templates', { name: 'Business account' })
    const template = sandbox.store.templates.values().find(({ name }) => name.startsWith('Bus'))
    const templateId = template?.id ?? ''
    const openFrom = () => merchant.open({ inquiryTemplateId: templateId })
    await operator.submit(`/templates/${templateId}/revisions`, {
      steps: ['PERSONAL_INFO', 'SIGNATURE'],
      subscribe: ['inquiry.approved'],
    })
    expect((await openFrom()).status).toBe(422)
    const listed = async () => textOf((await operator.get('/integration')).html)
    expect(await listed()).toMatch(
      /Business account .* Draft .* Steps Personal information → Signature Events Approved/,
    )

    const [draft] = sandbox.store.revisions.listBy('template', templateId)
    expect(draft?.definition).toEqual({
      steps: ['PERSONAL_INFO', 'SIGNATURE'],
      webhooks: { subscribe: ['inquiry.approved'] },
    })
    await operator.submit(`/revisions/${draft?.id}/publish`)
    expect((await openFrom()).status).toBe(201)
    expect(await listed()).toMatch(/Business account .* Revision 1 Published .* Signature /)

    await operator.submit(`/revisions/${draft?.id}/disable`)
    expect((await openFrom()).status).toBe(422)
    await operator.submit(`/revisions/${draft?.id}/enable`)
    expect((await openFrom()).status).toBe(201)
  })

  test('a revision without chosen events has no subscribe list (W8)', async () => {
    const path = `/templates/${DEMO_TENANT.templateId}/revisions`
    await operator.submit(path, { steps: ['PERSONAL_INFO'] })
    const draft = sandbox.store.revisions.listBy('template', DEMO_TENANT.templateId).at(-1)
    expect(draft?.definition).toEqual({ steps: ['PERSONAL_INFO'] })
  })

  test('a revision without steps is refused', async () => {
    const refused = await operator.post(`/templates/${DEMO_TENANT.templateId}/revisions`, {})
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('Choose at least one step.')
  })
})
