// The state over HTTP: snapshot and restore of everything, and reset of everything or of one tenant.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { snapshotNameSchema } from '../state/snapshots.ts'
import { noSuchTenant, readControl, refuseControl, scopeSchema } from './control-request.ts'

const nameSchema = z.object({ name: snapshotNameSchema.default('default') }).strict()

export function createStateRoutes({ store, state, snapshots }: Context): Hono {
  const routes = new Hono()

  routes.get('/snapshots', (c) => c.json({ snapshots: snapshots.names() }))
  routes.post('/snapshots', async (c) => {
    const read = await readControl(c, nameSchema)
    if (!read.ok) return read.response
    state.take(read.value.name)
    return c.json(read.value, 201)
  })
  routes.post('/restore', async (c) => {
    const read = await readControl(c, nameSchema)
    if (!read.ok) return read.response
    if (!state.restore(read.value.name)) return refuseControl(c, 404, 'There is no such snapshot.')
    return c.json(read.value)
  })
  routes.post('/reset', async (c) => {
    const read = await readControl(c, scopeSchema)
    if (!read.ok) return read.response
    const { tenantId } = read.value
    if (tenantId === undefined) {
      state.resetAll()
      return c.json({ tenantId: null })
    }
    const tenant = store.tenants.get(tenantId)
    if (!tenant) return noSuchTenant(c)
    state.resetTenant(tenant)
    return c.json({ tenantId })
  })
  return routes
}
