// The ambiguity matrix over HTTP: the gaps as a list to walk, and a value for each (N1–N29).
import { Hono } from 'hono'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import { listGaps, settingsSchema } from '../scenario/gaps.ts'
import { readControl, refuseControl, tenantOf } from './control-request.ts'

const changeSchema = z
  .object({ tenantId: z.string().optional(), settings: settingsSchema })
  .strict()

export function createSettingRoutes(sandbox: Sandbox): Hono {
  const { store } = sandbox
  const routes = new Hono()
  const noTenant = 'There is no such tenant.'

  routes.get('/settings', (c) => {
    const tenant = tenantOf(sandbox, c.req.query('tenantId'))
    return tenant ? c.json(listGaps(tenant)) : refuseControl(c, 404, noTenant)
  })
  routes.patch('/settings', async (c) => {
    const read = await readControl(c, changeSchema)
    if (!read.ok) return read.response
    const tenant = tenantOf(sandbox, read.value.tenantId)
    if (!tenant) return refuseControl(c, 404, noTenant)
    const settings = { ...tenant.settings, ...read.value.settings }
    return c.json(listGaps(store.tenants.put({ ...tenant, settings })))
  })
  routes.delete('/settings', (c) => {
    const tenant = tenantOf(sandbox, c.req.query('tenantId'))
    if (!tenant) return refuseControl(c, 404, noTenant)
    return c.json(listGaps(store.tenants.put({ ...tenant, settings: sandbox.settings })))
  })
  return routes
}
