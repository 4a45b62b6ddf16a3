// The clock over HTTP, for the whole sandbox or one tenant: read, freeze, set, advance, resume.
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { advanceClock, setClock } from '../commands/move-clock.ts'
import type { Context } from '../context.ts'
import { isOnClock } from '../state/clock.ts'
import { noSuchTenant, readControl, refuseControl, scopeSchema } from './control-request.ts'
import { advanceSchema } from './requests.ts'

const scopedAdvanceSchema = advanceSchema.extend(scopeSchema.shape)
const setSchema = scopeSchema.extend({
  at: z.iso
    .datetime({ offset: true })
    .refine((at) => isOnClock(Date.parse(at)), 'The clock goes from 1970 to 9900.'),
})

export function createClockRoutes(context: Context): Hono {
  const { store, clock } = context
  const routes = new Hono()

  const show = (c: HonoContext, tenantId: string | undefined) => {
    const scope = tenantId ?? null
    return c.json({ tenantId: scope, now: clock.nowIso(scope), frozen: clock.isFrozen(scope) })
  }
  const isKnown = (tenantId: string | undefined) =>
    tenantId === undefined || store.tenants.get(tenantId) !== null

  routes.get('/clock', (c) => {
    const tenantId = c.req.query('tenantId')
    return isKnown(tenantId) ? show(c, tenantId) : noSuchTenant(c)
  })
  for (const act of ['freeze', 'resume'] as const) {
    routes.post(`/clock/${act}`, async (c) => {
      const read = await readControl(c, scopeSchema)
      if (!read.ok) return read.response
      const { tenantId } = read.value
      if (!isKnown(tenantId)) return noSuchTenant(c)
      clock[act](tenantId ?? null)
      return show(c, tenantId)
    })
  }
  routes.post('/clock/set', async (c) => {
    const read = await readControl(c, setSchema)
    if (!read.ok) return read.response
    const { at, tenantId } = read.value
    if (!isKnown(tenantId)) return noSuchTenant(c)
    setClock(context, Date.parse(at), tenantId ?? null)
    return show(c, tenantId)
  })
  routes.post('/clock/advance', async (c) => {
    const read = await readControl(c, scopedAdvanceSchema)
    if (!read.ok) return read.response
    const { seconds, tenantId } = read.value
    if (!isKnown(tenantId)) return noSuchTenant(c)
    const advanced = await advanceClock(context, seconds * 1000, tenantId ?? null)
    return advanced ? show(c, tenantId) : refuseControl(c, 400, 'The clock ends in the year 9900.')
  })
  return routes
}
