import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { merchantOf, setUp } from '../testing/merchant.ts'
import { type Operator, operatorOf, textOf } from '../testing/operator.ts'
import { pointDemoEndpointAt, startReceiver } from '../testing/receiver.ts'

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
    const page = await operator.submit('/keys', { name: 'Backend', lifetime: 'never' })
    const apiKey = secretOf(page.html)
    expect(apiKey).toMatch(/^svc_live_[A-Za-z0-9_-]{32}$/)
    expect((await operator.get('/keys')).html).not.toContain(apiKey)
    const opened = await merchantOf(sandbox, { ...DEMO_TENANT, apiKey }).open()
    expect(opened.status).toBe(201)
  })

  test('a key with a lifetime expires by the sandbox’s clock (A4)', async () => {
    const page = await operator.submit('/keys', { name: 'Short', lifetime: '1' })
    const short = merchantOf(sandbox, { ...DEMO_TENANT, apiKey: secretOf(page.html) })
    expect((await short.open()).status).toBe(201)
    sandbox.clock.advance(24 * 60 * 60 * 1000)
    expect((await short.open()).status).toBe(401)
  })

  test.each(['revoke', 'expire'])('%s ends a key immediately (A4)', async (act) => {
    const [key] = sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id)
    await operator.submit(`/keys/${key?.id}/${act}`)
    expect((await merchant.open()).status).toBe(401)
  })

  test('a key shows when it was last used, and for what', async () => {
    const shown = async () => textOf((await operator.get('/keys')).html)
    expect(await shown()).toContain('Last used Not recently')
    await operator.submit('/keys', { name: 'Never used', lifetime: 'never' })
    await merchant.openedId({ referenceId: 'order:5' })
    expect(await shown()).toMatch(
      /Never used active .* Last used Not recently .* Last used (?:just now|\d+ s ago) .* Latest requests POST \/inquiries order:5 201/,
    )
  })

  test('a request that a revoked key makes is no use of it', async () => {
    const [key] = sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id)
    await operator.submit(`/keys/${key?.id}/revoke`)
    await merchant.open()
    expect(textOf((await operator.get('/keys')).html)).toContain('revoked svc_live')
    expect(textOf((await operator.get('/keys')).html)).toContain('Last used Not recently')
  })

  test('a key without a name is not created', async () => {
    const refused = await operator.post('/keys', { name: ' ', lifetime: 'never' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('Give the key a name')
    expect(sandbox.store.apiKeys.listBy('tenant', DEMO_TENANT.id)).toHaveLength(1)
  })

  test('a name with markup is shown as text', async () => {
    const page = await operator.submit('/keys', { name: '<img src=x>', lifetime: 'never' })
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
    expect((await operator.get('/endpoints')).html).not.toContain(secret)
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

  test('its health follows the newest delivery, and only non-zero counts are shown', async () => {
    const health = async () => {
      const text = textOf((await operator.get('/endpoints')).html)
      const [, word] = /\/ events (\w+) /.exec(text) ?? []
      const [, counts] = /Deliveries (.*?) Created/.exec(text) ?? []
      return `${word}, ${counts}`
    }
    const receiver = await startReceiver()
    pointDemoEndpointAt(sandbox, receiver.url)
    expect(await health()).toBe('Unused, None yet')
    await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    await sandbox.deliveries.idle()
    expect(await health()).toBe('Healthy, 1 delivered')
    await receiver.close()
    await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    await sandbox.deliveries.idle()
    expect(await health()).toBe('Retrying, 1 delivered · 1 due')
  })

  test('its latest deliveries are listed, with the answer to each', async () => {
    const receiver = await startReceiver()
    pointDemoEndpointAt(sandbox, receiver.url)
    await merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    await sandbox.deliveries.idle()
    // The reference is in two parts, so that its middle can be cut.
    expect(textOf((await operator.get('/endpoints')).html)).toContain(
      'Latest deliveries Approved sandbox-auto: APPROVED 200',
    )
    await receiver.close()
  })

  test('a removed endpoint cannot be rotated', async () => {
    pointDemoEndpointAt(sandbox, 'http://localhost:9/')
    await operator.submit(`/endpoints/${DEMO_TENANT.endpointId}/remove`)
    const refused = await operator.post(`/endpoints/${DEMO_TENANT.endpointId}/rotate`)
    expect(refused.status).toBe(404)
  })
})

describe('the brand', () => {
  const tenant = () => sandbox.store.tenants.require(DEMO_TENANT.id)
  const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
  const send = async (fields: Record<string, string | File>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const headers = { origin: 'http://localhost' }
    await operator.request('/brand', { method: 'POST', body, headers })
    return operator.get('/brand')
  }
  const flowState = async () => {
    const headers = { authorization: `Bearer ${await merchant.openedId()}` }
    const response = await sandbox.app.request('http://localhost/flow/api/inquiry', { headers })
    return response.json()
  }

  test('its name, color and logo appear in the flow', async () => {
    const logo = new File([PNG], 'logo.png', { type: 'image/png' })
    const page = await send({ name: 'Harbour', color: '#1c4fa0', logo })
    expect(page.html).toContain('Brand saved.')
    expect(page.html).toContain('value="Harbour"')
    expect(await flowState()).toMatchObject({
      merchantName: 'Harbour',
      brand: { color: '#1c4fa0', logo: 'data:image/png;base64,iVBORw==' },
    })
    const shown = await operator.request('/brand/logo')
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PNG)
  })

  test('the logo stays until it is replaced or removed', async () => {
    const none = new File([], '')
    await send({ name: 'Harbour', color: '#1c4fa0', logo: none })
    expect(tenant().brand).toEqual({ color: '#1c4fa0', logo: DEMO_TENANT.brand.logo })
    await operator.submit('/brand/remove-logo')
    expect(tenant().brand).toEqual({ color: '#1c4fa0', logo: null })
    expect((await operator.get('/brand/logo')).status).toBe(404)
    const { html } = await operator.get('/brand')
    const [, shown = ''] = /data-brand-previews="([^"]*)"/.exec(html) ?? []
    const { merchantName, brand } = JSON.parse(shown.replaceAll('&quot;', '"'))
    expect({ merchantName, brand }).toEqual({
      merchantName: 'Harbour',
      brand: { color: '#1c4fa0', logo: null },
    })
    await operator.submit('/brand/remove')
    expect(await flowState()).toMatchObject({ merchantName: 'Harbour', brand: null })
  })

  test.each([
    [{ name: ' ', color: '#1c4fa0' }, 'Name: Give a name.'],
    [{ name: 'Harbour', color: 'teal' }, 'Colour: must be a colour like #0b5c4d'],
    [{ logo: new File([PNG], 'logo.gif', { type: 'image/gif' }) }, 'must be an SVG, PNG'],
    [{ logo: new File([new Uint8Array(70_000)], 'l.png', { type: 'image/png' }) }, 'too large'],
  ])('%o is refused, and nothing changes', async (wrong, reason) => {
    const before = tenant()
    const page = await send({ name: 'Harbour', color: '#1c4fa0', ...wrong })
    expect(page.html).toContain(reason)
    expect(tenant()).toEqual(before)
  })
})

describe('templates', () => {
  test('a template opens inquiries once one of its revisions is published (P1, O2, O3)', async () => {
    const created = await operator.post('/templates', { name: 'Business account' })
    const templateId = created.location?.split('/').at(-1) ?? ''
    const openFrom = () => merchant.open({ inquiryTemplateId: templateId })
    await operator.submit(`/templates/${templateId}/revisions`, {
      steps: ['PERSONAL_INFO', 'SIGNATURE'],
      subscribe: ['inquiry.approved'],
    })
    expect((await openFrom()).status).toBe(422)
    const listed = async () => textOf((await operator.get('/templates')).html)
    expect(await listed()).toMatch(
      /Business account Draft .* Personal information Signature Revision 1 Inquiries 0 Edited just now Events Approved/,
    )

    const [draft] = sandbox.store.revisions.listBy('template', templateId)
    expect(draft?.definition).toEqual({
      steps: ['PERSONAL_INFO', 'SIGNATURE'],
      webhooks: { subscribe: ['inquiry.approved'] },
    })
    await operator.submit(`/revisions/${draft?.id}/publish`)
    expect((await openFrom()).status).toBe(201)
    expect(await listed()).toMatch(/Business account Published .* Signature .* Inquiries 1/)

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
