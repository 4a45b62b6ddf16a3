import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant, merchantOf, setUp } from '../testing/merchant.ts'

let sandbox: Sandbox
let merchant: Merchant

beforeEach(() => {
  ;({ sandbox, merchant } = setUp())
})

const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)

const tenantSchema = z.object({
  tenantId: z.string(),
  apiKey: z.string(),
  templateId: z.string(),
})
const newTenant = async (request: object = {}) =>
  tenantSchema.parse((await post('/tenants', request)).body)

describe('the control API', () => {
  test('is never cached, because answers may contain keys', async () => {
    const answer = await sandbox.app.request('/sandbox/tenants')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('accepts only JSON, so a page on another site cannot post to it', async () => {
    const response = await sandbox.app.request('/sandbox/reset', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    })
    expect(response.status).toBe(415)
  })

  test.each(['{', '[]', '{"colour":1}'])('answers %s with a 400', async (body) => {
    const response = await sandbox.app.request('/sandbox/reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
  })
})

test.each([
  [
    '/deliveries?states=DUE',
    'There is no parameter states. This route has tenantId, inquiryId, state.',
  ],
  ['/deliveries?state=SENT', 'DELIVERED'],
  ['/inquiries?reference=order-7', 'tenantId, referenceId'],
  ['/wire?last=some', 'last'],
  ['/clock?tenant=1', 'tenantId'],
  ['/tenants?name=Harbour', 'none'],
  [`/tenants/${DEMO_TENANT.id}/keys?name=First`, 'none'],
])('GET %s is refused, because a misspelt filter would list everything', async (path, names) => {
  const { status, body } = await control(sandbox, 'GET', path)
  expect(status).toBe(400)
  expect(body.message).toContain(names)
})

test.each([
  `/reset?tenantId=${DEMO_TENANT.id}`,
  '/clock/freeze?tenantId=x',
  '/deliveries/flush?x=1',
])('POST %s is refused: a command takes its parameters in the body', async (path) => {
  const { status, body } = await control(sandbox, 'POST', path, {})
  expect(status).toBe(400)
  expect(body.message).toContain('There is no parameter')
})

test.each(['9999-12-31T23:00:00Z', '0000-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z'])(
  'a clock cannot be set to %s, whose dates nothing could read',
  async (at) => {
    expect((await post('/clock/set', { at })).status).toBe(400)
  },
)

test('a clock that was moved and frozen gets real time back, and runs', async () => {
  await post('/clock/set', { at: '2026-01-05T09:00:00.000Z' })
  await post('/clock/resume')
  await post('/clock/set', { at: null })
  const { body } = await control(sandbox, 'GET', '/clock')
  expect(body.frozen).toBe(false)
  expect(Date.parse(String(body.now))).toBeGreaterThan(Date.now() - 60_000)
})

describe('a new tenant', () => {
  test('can have its clock set back, and everything after that gets the new time', async () => {
    const tenant = await newTenant({ rateLimitPerMinute: 1 })
    const { tenantId } = tenant
    const own = merchantOf(sandbox, tenant)
    await own.openedId()
    await post('/clock/set', { tenantId, at: '2026-01-05T09:00:00.000Z' })
    const inquiryId = await own.openedId({ referenceId: 'two-weeks-ago' })
    await post('/clock/advance', { tenantId, seconds: 60 })
    await post(`/inquiries/${inquiryId}/complete`, { outcome: 'APPROVED' })
    const { history } = sandbox.store.inquiries.require(inquiryId)
    expect(history.map(({ at }) => at)).toEqual([
      '2026-01-05T09:00:00.000Z',
      '2026-01-05T09:01:00.000Z',
      '2026-01-05T09:01:00.000Z',
    ])
  })

  test('can change its name and brand without changing anything else', async () => {
    const { tenantId } = await newTenant({ rateLimitPerMinute: 7 })
    const brand = { color: '#1c4fa0', logo: null }
    await control(sandbox, 'PATCH', `/tenants/${tenantId}`, { name: ' Harbour ', brand })
    const changed = { name: 'Harbour', brand, rateLimitPerMinute: 7 }
    expect(sandbox.store.tenants.require(tenantId)).toMatchObject(changed)
    await control(sandbox, 'PATCH', `/tenants/${tenantId}`, { brand: null })
    expect(sandbox.store.tenants.require(tenantId)).toMatchObject({ ...changed, brand: null })
  })

  test('gets new rate windows from a reset, even if its clock was a day ahead, and can lose its limit', async () => {
    const { tenantId, ...tenant } = await newTenant({ rateLimitPerMinute: 1 })
    const own = merchantOf(sandbox, tenant)
    await post('/clock/advance', { tenantId, seconds: 86_400 })
    await own.open()
    expect((await own.open()).status).toBe(429)
    await post('/reset', { tenantId })
    expect((await own.open()).status).toBe(201)
    expect((await own.open()).headers.get('retry-after')).toBe('60')
    await control(sandbox, 'PATCH', `/tenants/${tenantId}`, { rateLimitPerMinute: null })
    expect((await own.open()).status).toBe(201)
  })

  test('loses its inquiries and settings in a reset, but keeps its key and template', async () => {
    const tenant = await newTenant({ settings: { N1: 'open-200-status-200' } })
    const own = merchantOf(sandbox, tenant)
    const id = await own.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    const demoId = await merchant.openedId()
    await post('/reset', { tenantId: tenant.tenantId })
    expect((await own.status(id)).status).toBe(404)
    expect((await own.open()).status).toBe(201)
    expect((await merchant.status(demoId)).status).toBe(200)
  })
})

test('a reset registers no endpoint that nobody asked for', async () => {
  await post('/reset')
  expect(sandbox.store.endpoints.values()).toEqual([])
})

test('a deleted tenant leaves no data behind, and the seeded one cannot be deleted', async () => {
  const tenant = await newTenant({ webhookUrl: 'http://127.0.0.1:9/nobody' })
  const own = merchantOf(sandbox, tenant)
  await own.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  const { status } = await control(sandbox, 'DELETE', `/tenants/${tenant.tenantId}`)
  expect(status).toBe(204)
  expect((await own.open()).status).toBe(401)
  expect(sandbox.store.dump(tenant.tenantId)).toEqual([])
  expect((await merchant.open()).status).toBe(201)
  const seeded = await control(sandbox, 'DELETE', `/tenants/${DEMO_TENANT.id}`)
  expect(seeded.status).toBe(409)
})
