// The state over HTTP: snapshot, restore and reset, of everything or of one tenant.
import { type Context, Hono } from 'hono'
import { snapshotRequestSchema } from '../commands/requests.ts'
import type { State } from '../commands/state.ts'
import { canHaveSnapshots, snapshotNameSchema } from '../state/snapshots.ts'
import type { Store } from '../state/store.ts'
import { noSuchTenant, readControl, refuseControl, scopeSchema } from './control-request.ts'

interface StateParts {
  store: Store
  state: State
}

const scopedNameSchema = snapshotRequestSchema
  .extend({ ...scopeSchema.shape, name: snapshotNameSchema.default('default') })
  .strict()

export function createStateRoutes({ store, state }: StateParts): Hono {
  const routes = new Hono()
  const isKnown = (tenantId: string | undefined) =>
    tenantId === undefined || store.tenants.get(tenantId) !== null
  // A snapshot can outlive its tenant, and restore it.
  const isPossible = (tenantId: string | undefined) =>
    tenantId === undefined || canHaveSnapshots(tenantId)
  const noSnapshot = (c: Context) => refuseControl(c, 404, 'There is no such snapshot.')

  routes.get('/snapshots', (c) => {
    const tenantId = c.req.query('tenantId')
    if (!isPossible(tenantId)) return noSuchTenant(c)
    return c.json({ snapshots: state.names(tenantId ?? null) })
  })
  routes.post('/snapshots', async (c) => {
    const read = await readControl(c, scopedNameSchema)
    if (!read.ok) return read.response
    const { name, tenantId } = read.value
    if (!isKnown(tenantId)) return noSuchTenant(c)
    state.take(name, tenantId ?? null)
    return c.json({ name }, 201)
  })
  routes.delete('/snapshots/:name', (c) => {
    const name = snapshotNameSchema.safeParse(c.req.param('name'))
    const tenantId = c.req.query('tenantId')
    if (!name.success || !isPossible(tenantId)) return noSnapshot(c)
    const isGone = state.forget(name.data, tenantId ?? null)
    return isGone ? c.body(null, 204) : noSnapshot(c)
  })
  routes.post('/restore', async (c) => {
    const read = await readControl(c, scopedNameSchema)
    if (!read.ok) return read.response
    const { name, tenantId } = read.value
    if (!isPossible(tenantId)) return noSnapshot(c)
    return state.restore(name, tenantId ?? null) ? c.json({ name }) : noSnapshot(c)
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
