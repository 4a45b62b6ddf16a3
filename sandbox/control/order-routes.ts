// A tenant's faults, planned outcomes and gap settings, over HTTP.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import {
  API_FAULTS,
  isApiFaultKind,
  isWebhookFaultKind,
  WEBHOOK_FAULTS,
} from '../scenario/faults.ts'
import { GAPS, listGaps, settingsSchema } from '../scenario/gaps/table.ts'
import { faultMatchSchema, OPERATIONS } from '../state/entities.ts'
import { planSchema } from './inquiry-routes.ts'
import { readForTenant, tenantOf } from './request.ts'

const MAX_DELAY_MS = 10 * 60 * 1000
const MAX_COUNT = 10_000

const countSchema = z
  .int('Give a whole number.')
  .min(1, 'At least one.')
  .max(MAX_COUNT, `At most ${MAX_COUNT}.`)
  .default(1)
const nextOutcomesSchema = planSchema.extend({ count: countSchema }).strict()
const gapChangeSchema = z.object({ settings: settingsSchema }).strict()

/** `operation` is the same as `match.operation`. */
const faultRequestSchema = z
  .object({
    target: z.enum(['webhook', 'api']),
    kind: z.string(),
    count: countSchema,
    delayMs: z.int().nonnegative().max(MAX_DELAY_MS).nullable().default(null),
    status: z.literal([500, 502, 503, 504]).nullable().default(null),
    retryAfter: z.enum(GAPS.N17.values).nullable().default(null),
    operation: z.enum(OPERATIONS).nullable().default(null),
    match: faultMatchSchema.default({}),
  })
  .strict()
  .refine(({ target, kind }) => (target === 'api' ? isApiFaultKind : isWebhookFaultKind)(kind), {
    path: ['kind'],
    message: 'There is no such fault.',
  })
  .transform(({ count: remaining, operation, match, ...fault }) => ({
    ...fault,
    remaining,
    match: operation === null ? match : { ...match, operation },
  }))

export function createOrderRoutes({ store, orders }: Context): Hono {
  const routes = new Hono()

  routes.get('/faults', (c) => {
    const faults = orders.listFaults(tenantOf(store, c.req.query('tenantId')))
    return c.json({ kinds: { webhook: WEBHOOK_FAULTS, api: API_FAULTS }, faults })
  })
  routes.post('/faults', async (c) => {
    const { tenant, request } = await readForTenant(c, store, faultRequestSchema)
    return c.json(orders.orderFault(tenant, request), 201)
  })
  routes.delete('/faults/:faultId?', (c) => {
    orders.forgetFaults(tenantOf(store, c.req.query('tenantId')), c.req.param('faultId'))
    return c.body(null, 204)
  })

  routes.post('/outcomes', async (c) => {
    const { tenant, request } = await readForTenant(c, store, nextOutcomesSchema)
    const { outcome, count: remaining, ...order } = request
    return c.json(orders.planOutcome(tenant, { outcome, order, remaining }), 201)
  })
  routes.delete('/outcomes/:planId?', (c) => {
    orders.forgetOutcomes(tenantOf(store, c.req.query('tenantId')), c.req.param('planId'))
    return c.body(null, 204)
  })

  routes.get('/settings', (c) => c.json(listGaps(tenantOf(store, c.req.query('tenantId')))))
  routes.patch('/settings', async (c) => {
    const { tenant, request } = await readForTenant(c, store, gapChangeSchema)
    return c.json(orders.setGaps(tenant, request.settings))
  })
  routes.delete('/settings', (c) =>
    c.json(orders.resetGaps(tenantOf(store, c.req.query('tenantId')))),
  )
  return routes
}
