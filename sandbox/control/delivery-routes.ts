// The outbox over HTTP: lists deliveries with their attempts, and resends them unchanged or with a fault.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { isAttemptFaultKind } from '../scenario/faults.ts'
import type { Delivery, DeliveryAttempt } from '../state/entities.ts'
import { found, Refusal, readBody, readForTenant, scopeSchema } from './request.ts'

const STATES = ['DUE', 'DELIVERED', 'FAILED', 'DROPPED'] as const

const resendSchema = z
  .object({
    fault: z.string().refine(isAttemptFaultKind, 'is not a fault of an attempt').optional(),
  })
  .strict()
const redeliverSchema = z
  .object({
    since: z.iso.datetime({ offset: true }),
    states: z.array(z.enum(STATES)).min(1).default(['DELIVERED', 'FAILED', 'DROPPED']),
  })
  .strict()

export function createDeliveryRoutes({ store, deliveries }: Context): Hono {
  const routes = new Hono()

  routes.get('/deliveries', (c) => {
    const { tenantId, inquiryId, state, deliveryId } = c.req.query()
    const wanted = store.deliveries
      .values()
      .filter((delivery) => tenantId === undefined || delivery.tenantId === tenantId)
      .filter((delivery) => inquiryId === undefined || delivery.inquiryId === inquiryId)
      .filter((delivery) => state === undefined || delivery.state === state)
      .filter((delivery) => deliveryId === undefined || hasDeliveryId(delivery, deliveryId))
    return c.json({ deliveries: wanted })
  })
  routes.post('/deliveries/flush', async (c) => {
    const { tenantId } = await readBody(c, scopeSchema)
    await deliveries.idle(tenantId ?? null)
    const due = store.deliveries
      .listBy('state', 'DUE')
      .filter((delivery) => tenantId === undefined || delivery.tenantId === tenantId)
    return c.json({ due: due.length })
  })
  routes.post('/deliveries/redeliver', async (c) => {
    const { tenant, request } = await readForTenant(c, store, redeliverSchema)
    const since = new Date(request.since).toISOString()
    const resent = await deliveries.resendSince(tenant.id, since, request.states)
    return c.json({ attempts: resent.map((one) => (one.ok ? answerOf(one.attempt) : one)) })
  })
  routes.get('/deliveries/:deliveryId', (c) =>
    c.json(found(store.deliveries.get(c.req.param('deliveryId')), 'delivery')),
  )
  routes.post('/deliveries/:deliveryId/resend', async (c) => {
    const { fault } = await readBody(c, resendSchema)
    const delivery = found(store.deliveries.get(c.req.param('deliveryId')), 'delivery')
    const resent = await deliveries.resend(delivery, fault)
    if (!resent.ok) throw new Refusal(409, resent.reason)
    return c.json(answerOf(resent.attempt))
  })
  return routes
}

/** Whether the delivery has this id, or one of its attempts carried it as X-Service-Delivery-Id. */
function hasDeliveryId({ id, attemptLog }: Delivery, deliveryId: string): boolean {
  return id === deliveryId || attemptLog.some((attempt) => attempt.deliveryId === deliveryId)
}

function answerOf({ deliveryId, status, failure }: DeliveryAttempt) {
  return { deliveryId, status, failure }
}
