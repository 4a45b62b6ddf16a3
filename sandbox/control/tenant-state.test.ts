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
