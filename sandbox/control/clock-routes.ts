// The clock over HTTP: read, freeze, advance, resume; the sandbox's, or one tenant's.
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { advanceClock } from '../commands/advance-clock.ts'
import type { Sandbox } from '../index.ts'
import { readControl, refuseControl } from './control-request.ts'

/** Ten years: enough for every expiry, and no overflow of a date. */
const MAX_ADVANCE_SECONDS = 10 * 365 * 24 * 60 * 60

const scopeSchema = z.object({ tenantId: z.string().optional() }).strict()
const advanceSchema = scopeSchema.extend({
  seconds: z.number().positive().max(MAX_ADVANCE_SECONDS),
})

export function createClockRoutes(sandbox: Sandbox): Hono {
  const { clock, store } = sandbox
  const routes = new Hono()

  const show = (c: Context, tenantId: string | undefined) => {
    const scope = tenantId ?? null
    return c.json({ tenantId: scope, now: clock.nowIso(scope), frozen: clock.isFrozen(scope) })
  }
  const isKnown = (tenantId: string | undefined) =>
    tenantId === undefined || store.tenants.get(tenantId) !== null
  const unknown = (c: Context) => refuseControl(c, 404, 'There is no such tenant.')

  routes.get('/clock', (c) => {
    const tenantId = c.req.query('tenantId')
    return isKnown(tenantId) ? show(c, tenantId) : unknown(c)
  })
  for (const act of ['freeze', 'resume'] as const) {
    routes.post(`/clock/${act}`, async (c) => {
      const read = await readControl(c, scopeSchema)
      if (!read.ok) return read.response
      const { tenantId } = read.value
      if (!isKnown(tenantId)) return unknown(c)
      clock[act](tenantId ?? null)
      return show(c, tenantId)
    })
  }
  routes.post('/clock/advance', async (c) => {
    const read = await readControl(c, advanceSchema)
    if (!read.ok) return read.response
    const { seconds, tenantId } = read.value
    if (!isKnown(tenantId)) return unknown(c)
    await advanceClock(sandbox, seconds * 1000, tenantId ?? null)
    return show(c, tenantId)
  })
  return routes
}
