// The clock over HTTP, for the whole sandbox or one tenant: read, freeze, set, advance, resume.
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { advanceClock, setClock } from '../commands/move-clock.ts'
import type { Context } from '../context.ts'
import { END_OF_TIME_MS } from '../state/clock.ts'
import { found, readBody, scopeSchema } from './request.ts'

/** Ten years: enough for every expiry. */
const MAX_ADVANCE_S = 10 * 365 * 24 * 60 * 60

const advanceSchema = scopeSchema.extend({
  seconds: z
    .number('Give a number.')
    .positive('Time only moves forward.')
    .max(MAX_ADVANCE_S, 'At most ten years at a time.'),
})
const setSchema = scopeSchema.extend({
  at: z.iso
    .datetime({ offset: true })
    .refine((at) => Date.parse(at) >= 0 && Date.parse(at) < END_OF_TIME_MS, 'From 1970 to 8999.'),
})

export function createClockRoutes(context: Context): Hono {
  const { store, clock } = context
  const routes = new Hono()

  /** The tenant whose clock it is, or null for the whole sandbox's. */
  const scopeOf = (tenantId: string | undefined) =>
    tenantId === undefined ? null : found(store.tenants.get(tenantId), 'tenant').id
  const show = (c: HonoContext, tenantId: string | null) =>
    c.json({ tenantId, now: clock.nowIso(tenantId), frozen: clock.isFrozen(tenantId) })

  routes.get('/clock', (c) => show(c, scopeOf(c.req.query('tenantId'))))
  for (const act of ['freeze', 'resume'] as const) {
    routes.post(`/clock/${act}`, async (c) => {
      const scope = scopeOf((await readBody(c, scopeSchema)).tenantId)
      clock[act](scope)
      return show(c, scope)
    })
  }
  routes.post('/clock/set', async (c) => {
    const { at, tenantId } = await readBody(c, setSchema)
    const scope = scopeOf(tenantId)
    setClock(context, Date.parse(at), scope)
    return show(c, scope)
  })
  routes.post('/clock/advance', async (c) => {
    const { seconds, tenantId } = await readBody(c, advanceSchema)
    const scope = scopeOf(tenantId)
    await advanceClock(context, seconds * 1000, scope)
    return show(c, scope)
  })
  return routes
}
