// Reads, freezes, sets, advances and resumes a tenant's clock over HTTP.
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { advanceClock, setClock } from '../commands/move-clock.ts'
import type { Context } from '../context.ts'
import { END_OF_TIME_MS } from '../state/clock.ts'
import type { Tenant } from '../state/entities.ts'
import { nothingSchema, readForTenant, tenantOfQuery } from './request.ts'

/** Ten years, which reaches every expiry. */
const MAX_ADVANCE_S = 10 * 365 * 24 * 60 * 60

const advanceSchema = nothingSchema.extend({
  seconds: z
    .number('Give a number.')
    .positive('Time only moves forward.')
    .max(MAX_ADVANCE_S, 'At most ten years at a time.'),
})
const setSchema = nothingSchema.extend({
  at: z.iso
    .datetime({ offset: true })
    .refine((at) => Date.parse(at) >= 0 && Date.parse(at) < END_OF_TIME_MS, 'From 1970 to 8999.')
    .nullable(),
})

export function createClockRoutes(context: Context): Hono {
  const { store, clock } = context
  const routes = new Hono()

  const show = (c: HonoContext, { id: tenantId }: Tenant) =>
    c.json({ tenantId, now: clock.nowIso(tenantId), frozen: clock.isFrozen(tenantId) })

  routes.get('/clock', (c) => show(c, tenantOfQuery(c, store)))
  for (const act of ['freeze', 'resume'] as const) {
    routes.post(`/clock/${act}`, async (c) => {
      const { tenant } = await readForTenant(c, store, nothingSchema)
      clock[act](tenant.id)
      return show(c, tenant)
    })
  }
  routes.post('/clock/set', async (c) => {
    const { tenant, request } = await readForTenant(c, store, setSchema)
    setClock(context, request.at === null ? null : Date.parse(request.at), tenant.id)
    return show(c, tenant)
  })
  routes.post('/clock/advance', async (c) => {
    const { tenant, request } = await readForTenant(c, store, advanceSchema)
    await advanceClock(context, request.seconds * 1000, tenant.id)
    return show(c, tenant)
  })
  return routes
}
