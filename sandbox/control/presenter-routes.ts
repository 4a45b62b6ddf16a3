// The presenter's note over HTTP: one per tenant, shown in the portal until it is replaced or dismissed.
import { Hono } from 'hono'
import { type PresenterNotes, presenterNoteSchema } from '../scenario/presenter-notes.ts'
import type { Store } from '../state/store.ts'
import { noSuchTenant, readForTenant, tenantOf } from './control-request.ts'

interface PresenterParts {
  store: Store
  presenterNotes: PresenterNotes
}

export function createPresenterRoutes({ store, presenterNotes }: PresenterParts): Hono {
  const routes = new Hono()

  routes.put('/presenter-note', async (c) => {
    const read = await readForTenant(c, store, presenterNoteSchema)
    if (!read.ok) return read.response
    return c.json(presenterNotes.put(read.value.tenant.id, read.value.request))
  })
  routes.delete('/presenter-note', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    if (!tenant) return noSuchTenant(c)
    presenterNotes.forget(tenant.id)
    return c.body(null, 204)
  })
  return routes
}
