// The whole state over HTTP: take a snapshot, go back to it, begin again.
import { Hono } from 'hono'
import { z } from 'zod'
import { resetSandbox, resetTenant } from '../commands/reset.ts'
import type { Sandbox } from '../index.ts'
import { snapshotNameSchema } from '../state/snapshots.ts'
import { readControl, refuseControl } from './control-request.ts'

const snapshotRequestSchema = z.object({ name: snapshotNameSchema.default('default') }).strict()
const resetRequestSchema = z.object({ tenantId: z.string().optional() }).strict()

export function createStateRoutes(sandbox: Sandbox): Hono {
  const { store, snapshots, rateLimits } = sandbox
  const routes = new Hono()

  routes.get('/snapshots', (c) => c.json({ snapshots: snapshots.names() }))
  routes.post('/snapshots', async (c) => {
    const read = await readControl(c, snapshotRequestSchema)
    if (!read.ok) return read.response
    snapshots.take(read.value.name)
    return c.json({ name: read.value.name }, 201)
  })
  routes.post('/restore', async (c) => {
    const read = await readControl(c, snapshotRequestSchema)
    if (!read.ok) return read.response
    const { name } = read.value
    if (!snapshots.restore(name)) return refuseControl(c, 404, 'There is no such snapshot.')
    rateLimits.reset()
    return c.json({ name })
  })
  routes.post('/reset', async (c) => {
    const read = await readControl(c, resetRequestSchema)
    if (!read.ok) return read.response
    const { tenantId } = read.value
    if (tenantId !== undefined) {
      const tenant = store.tenants.get(tenantId)
      if (!tenant) return refuseControl(c, 404, 'There is no such tenant.')
      resetTenant(sandbox, tenant)
      return c.json({ tenantId })
    }
    resetSandbox(sandbox)
    return c.json({ tenantId: null })
  })
  return routes
}
