// Sets a tenant's faults, planned outcomes and gap settings over HTTP.
import { randomUUID } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { API_FAULTS, orderFault, WEBHOOK_FAULTS } from '../scenario/faults.ts'
import { listGaps, settingsSchema } from '../scenario/gaps/table.ts'
import {
  type Fault,
  faultMatchSchema,
  faultSchema,
  type OutcomePlan,
  type Tenant,
} from '../state/entities.ts'
import type { Collection } from '../state/store.ts'
import { planSchema } from './inquiry-routes.ts'
import { readForTenant, tenantOfQuery } from './request.ts'

const FAULTS = { webhook: WEBHOOK_FAULTS, api: API_FAULTS }
const MAX_COUNT = 10_000

const countSchema = z
  .int('Give a whole number.')
  .min(1, 'At least one.')
  .max(MAX_COUNT, `At most ${MAX_COUNT}.`)
  .default(1)
const nextOutcomesSchema = planSchema.extend({ count: countSchema }).strict()
const gapChangeSchema = z.object({ settings: settingsSchema }).strict()

const faultRequestSchema = faultSchema
  .omit({ id: true, tenantId: true, remaining: true })
  .extend({
    count: countSchema,
    match: faultMatchSchema.default({}),
  })
  .strict()
  .refine(({ target, kind }) => Object.hasOwn(FAULTS[target], kind), {
    path: ['kind'],
    message: 'There is no such fault. GET /faults lists them.',
  })
  // The fault would never apply, or ignore the field.
  .refine(
    ({ target, match: { operation, eventType, attempt } }) =>
      target === 'api' ? eventType === undefined && attempt === undefined : operation === undefined,
    {
      path: ['match'],
      message: 'A request can match by its operation, a delivery by its eventType and attempt.',
    },
  )
  .transform(({ count: remaining, ...fault }) => ({ ...fault, remaining }))

export function createOrderRoutes({ store }: Context): Hono {
  const routes = new Hono()

  /** Deletes the entity in the path, or all of the tenant's. Never deletes another tenant's. */
  const forget = (c: HonoContext, orders: Collection<Fault> | Collection<OutcomePlan>) => {
    for (const { id } of orders.listBy('tenant', tenantOfQuery(c, store).id)) {
      if (id === (c.req.param('id') ?? id)) orders.delete(id)
    }
    return c.body(null, 204)
  }
  const setGaps = (c: HonoContext, tenant: Tenant, settings: Tenant['settings']) =>
    c.json(listGaps(store.tenants.put({ ...tenant, settings })))

  routes.get('/faults', (c) => {
    const faults = store.faults.listBy('tenant', tenantOfQuery(c, store).id)
    return c.json({ kinds: FAULTS, faults })
  })
  routes.post('/faults', async (c) => {
    const { tenant, request } = await readForTenant(c, store, faultRequestSchema)
    return c.json(orderFault(store, tenant.id, request), 201)
  })
  routes.delete('/faults/:id?', (c) => forget(c, store.faults))

  routes.post('/outcomes', async (c) => {
    const { tenant, request } = await readForTenant(c, store, nextOutcomesSchema)
    const { outcome, count: remaining, ...order } = request
    const plan = { id: randomUUID(), tenantId: tenant.id, outcome, order, remaining }
    return c.json(store.outcomePlans.put(plan), 201)
  })
  routes.delete('/outcomes/:id?', (c) => forget(c, store.outcomePlans))

  routes.get('/settings', (c) => c.json(listGaps(tenantOfQuery(c, store))))
  routes.patch('/settings', async (c) => {
    const { tenant, request } = await readForTenant(c, store, gapChangeSchema)
    return setGaps(c, tenant, { ...tenant.settings, ...request.settings })
  })
  routes.delete('/settings', (c) => setGaps(c, tenantOfQuery(c, store), {}))
  return routes
}
