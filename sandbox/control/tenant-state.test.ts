// A single tenant can be snapshotted, restored and deleted, so parallel tests can use these routes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant, merchantOf, setUp } from '../testing/merchant.ts'

let sandbox: Sandbox
let demo: Merchant
let own: Merchant
let tenantId: string

beforeEach(async () => {
  ;({ sandbox, merchant: demo } = setUp())
  const created = sandbox.preparation.createTenant({ name: 'A test', rateLimitPerMinute: 5 })
  if (!created.ok) throw new Error(created.reason)
  own = merchantOf(sandbox, created.tenant)
  tenantId = created.tenant.tenantId
})
afterEach(() => sandbox.close())

const post = (path: string, body: unknown = {}) => control(sandbox, 'POST', path, body)

describe("a tenant's snapshot", () => {
  test('restores its inquiries, pictures, keys, clock and settings, and no other tenant’s', async () => {
    const id = await own.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    await post('/snapshots', { name: 'before', tenantId })
    const others = await demo.openedId()
    await own.openedId()
    await post('/clock/advance', { tenantId, seconds: 1_000_000 })
    await control(sandbox, 'PATCH', '/settings', {
      tenantId,
      settings: { N1: 'open-200-status-200' },
    })
    const key = await post(`/tenants/${tenantId}/keys`)
    expect((await post('/restore', { name: 'before', tenantId })).status).toBe(200)
    expect(sandbox.store.inquiries.listBy('tenant', tenantId).map((i) => i.id)).toEqual([id])
    expect(sandbox.store.apiKeys.get(String(key.body.id))).toBeNull()
    expect(sandbox.store.tenants.require(tenantId).settings).toEqual({})
    expect(Math.abs(sandbox.clock.nowMs(tenantId) - Date.now())).toBeLessThan(60_000)
    const url = (await own.documents(id)).text.match(/http[^"]+/)?.[0] ?? ''
    expect((await sandbox.app.request(url)).status).toBe(200)
    expect((await demo.status(others)).status).toBe(200)
  })

  test('is listed, restored and deleted for that tenant only', async () => {
    await post('/snapshots', { name: 'mine', tenantId })
    await post('/snapshots', { name: 'everything' })
    const namesOf = async (query: string) =>
      (await control(sandbox, 'GET', `/snapshots${query}`)).body.snapshots
    expect(await namesOf(`?tenantId=${tenantId}`)).toEqual(['mine'])
    expect(await namesOf('')).toEqual(['everything'])
    expect((await post('/restore', { name: 'mine' })).status).toBe(404)
    expect((await post('/restore', { name: 'mine', tenantId: DEMO_TENANT.id })).status).toBe(404)
    const path = `/snapshots/mine?tenantId=${tenantId}`
    expect((await control(sandbox, 'DELETE', path)).status).toBe(204)
    expect((await control(sandbox, 'DELETE', path)).status).toBe(404)
  })

  test('restores with new rate windows', async () => {
    await post('/snapshots', { tenantId })
    for (let count = 0; count < 5; count += 1) await own.openedId()
    expect((await own.open()).status).toBe(429)
    await post('/restore', { tenantId })
    expect((await own.open()).status).toBe(201)
  })
})

describe('a deleted tenant', () => {
  test('leaves no data behind', async () => {
    await own.openedId({ referenceId: 'sandbox-auto:APPROVED' })
    expect((await control(sandbox, 'DELETE', `/tenants/${tenantId}`)).status).toBe(204)
    expect((await own.open()).status).toBe(401)
    expect(sandbox.store.dump(tenantId)).toEqual([])
    expect((await demo.open()).status).toBe(201)
  })

  test('cannot be the seeded tenant', async () => {
    const { status } = await control(sandbox, 'DELETE', `/tenants/${DEMO_TENANT.id}`)
    expect(status).toBe(409)
  })
})
