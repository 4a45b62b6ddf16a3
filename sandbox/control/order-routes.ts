// A tenant's faults, planned outcomes and gap settings, over HTTP.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { API_FAULTS, WEBHOOK_FAULTS } from '../scenario/faults.ts'
import { listGaps, settingsSchema } from '../scenario/gaps/table.ts'
import { noSuchTenant, readForTenant, tenantOf } from './control-request.ts'
import { faultRequestSchema, nextOutcomesSchema } from './requests.ts'

const gapChangeSchema = z.object({ settings: settingsSchema }).strict()

export function createOrderRoutes({ store, orders }: Context): Hono {
  const routes = new Hono()

  routes.get('/faults', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    if (!tenant) return noSuchTenant(c)
    const kinds = { webhook: WEBHOOK_FAULTS, api: API_FAULTS }
    return c.json({ kinds, faults: orders.listFaults(tenant) })
  })
  routes.post('/faults', async (c) => {
    const read = await readForTenant(c, store, faultRequestSchema)
    if (!read.ok) return read.response
    return c.json(orders.orderFault(read.value.tenant, read.value.request), 201)
  })
  routes.delete('/faults', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    if (!tenant) return noSuchTenant(c)
    orders.forgetFaults(tenant)
    return c.body(null, 204)
  })

  routes.delete('/faults/:faultId', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    if (!tenant) return noSuchTenant(c)
    orders.forgetFaults(tenant, c.req.param('faultId'))
    return c.body(null, 204)
  })

  routes.post('/outcomes', async (c) => {
    const read = await readForTenant(c, store, nextOutcomesSchema)
    if (!read.ok) return read.response
    const { outcome, count: remaining, ...order } = read.value.request
    return c.json(orders.planOutcome(read.value.tenant, { outcome, order, remaining }), 201)
  })
  routes.delete('/outcomes', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    if (!tenant) return noSuchTenant(c)
    for (const { id } of orders.listOutcomes(tenant)) orders.forgetOutcome(tenant, id)
    return c.body(null, 204)
  })

  routes.delete('/outcomes/:planId', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    if (!tenant) return noSuchTenant(c)
    orders.forgetOutcome(tenant, c.req.param('planId'))
    return c.body(null, 204)
  })

  routes.get('/settings', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    return tenant ? c.json(listGaps(tenant)) : noSuchTenant(c)
  })
  routes.patch('/settings', async (c) => {
    const read = await readForTenant(c, store, gapChangeSchema)
    if (!read.ok) return read.response
    return c.json(orders.setGaps(read.value.tenant, read.value.request.settings))
  })
  routes.delete('/settings', (c) => {
    const tenant = tenantOf(store, c.req.query('tenantId'))
    return tenant ? c.json(orders.resetGaps(tenant)) : noSuchTenant(c)
  })
  return routes
}
