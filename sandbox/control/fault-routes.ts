// Faults and outcomes to come, over HTTP: "the next n" deliveries, answers or inquiries of one tenant.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import { API_FAULTS, isApiFaultKind } from '../merchant-api/api-faults.ts'
import { GAPS } from '../scenario/gaps.ts'
import { isWebhookFaultKind, WEBHOOK_FAULTS } from '../scenario/webhook-faults.ts'
import { readControl, refuseControl, tenantOf } from './control-request.ts'

const MAX_DELAY_MS = 10 * 60 * 1000

const countSchema = z.int().positive().max(10_000).default(1)
const faultRequestSchema = z
  .object({
    tenantId: z.string().optional(),
    target: z.enum(['webhook', 'api']),
    kind: z.string(),
    count: countSchema,
    operation: z.enum(['open', 'status', 'documents']).nullable().default(null),
    delayMs: z.int().nonnegative().max(MAX_DELAY_MS).nullable().default(null),
    status: z.literal([500, 502, 503, 504]).nullable().default(null),
    retryAfter: z.enum(GAPS.N17.values).nullable().default(null),
  })
  .strict()
  .refine(
    ({ target, kind }) => (target === 'api' ? isApiFaultKind(kind) : isWebhookFaultKind(kind)),
    { message: 'is no fault of this target', path: ['kind'] },
  )
const outcomePlanRequestSchema = z
  .object({
    tenantId: z.string().optional(),
    outcome: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/),
    count: countSchema,
  })
  .strict()

export function createFaultRoutes(sandbox: Sandbox): Hono {
  const { store } = sandbox
  const routes = new Hono()
  const noTenant = 'There is no such tenant.'

  routes.get('/faults', (c) => {
    const tenant = tenantOf(sandbox, c.req.query('tenantId'))
    if (!tenant) return refuseControl(c, 404, noTenant)
    return c.json({
      kinds: { webhook: WEBHOOK_FAULTS, api: API_FAULTS },
      faults: store.faults.listBy('tenant', tenant.id),
    })
  })
  routes.post('/faults', async (c) => {
    const read = await readControl(c, faultRequestSchema)
    if (!read.ok) return read.response
    const { tenantId, count, ...fault } = read.value
    const tenant = tenantOf(sandbox, tenantId)
    if (!tenant) return refuseControl(c, 404, noTenant)
    const id = randomUUID()
    return c.json(store.faults.put({ id, tenantId: tenant.id, remaining: count, ...fault }), 201)
  })
  routes.delete('/faults', (c) => {
    const tenant = tenantOf(sandbox, c.req.query('tenantId'))
    if (!tenant) return refuseControl(c, 404, noTenant)
    for (const fault of store.faults.listBy('tenant', tenant.id)) store.faults.delete(fault.id)
    return c.body(null, 204)
  })
  routes.post('/outcomes', async (c) => {
    const read = await readControl(c, outcomePlanRequestSchema)
    if (!read.ok) return read.response
    const tenant = tenantOf(sandbox, read.value.tenantId)
    if (!tenant) return refuseControl(c, 404, noTenant)
    const { outcome, count } = read.value
    const plan = { id: randomUUID(), tenantId: tenant.id, outcome, remaining: count }
    return c.json(store.outcomePlans.put(plan), 201)
  })
  return routes
}
