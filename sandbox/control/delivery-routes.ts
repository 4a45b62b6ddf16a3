// Lists deliveries and wire exchanges over HTTP, and resends a delivery, unchanged or with a fault.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ATTEMPT_FAULTS } from '../scenario/faults.ts'
import { deliverySchema } from '../state/entities.ts'
import { found, Refusal, readBody, readQuery, scopeSchema } from './request.ts'

const resendSchema = z
  .object({
    fault: z
      .string()
      .refine((kind) => Object.hasOwn(ATTEMPT_FAULTS, kind), 'is not a fault of an attempt')
      .optional(),
  })
  .strict()

const filters = {
  ...scopeSchema.shape,
  inquiryId: z.string().optional(),
  state: deliverySchema.shape.state.optional(),
}
const sequenceSchema = z.coerce.number().int().nonnegative().optional()
const stretch = { ...scopeSchema.shape, after: sequenceSchema, last: sequenceSchema }

export function createDeliveryRoutes({ store, deliveries, wire }: Context): Hono {
  const routes = new Hono()

  routes.get('/deliveries', (c) => {
    const { tenantId, inquiryId, state } = readQuery(c, filters)
    const wanted = store.deliveries
      .values()
      .filter((delivery) => tenantId === undefined || delivery.tenantId === tenantId)
      .filter((delivery) => inquiryId === undefined || delivery.inquiryId === inquiryId)
      .filter((delivery) => state === undefined || delivery.state === state)
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
  routes.post('/deliveries/:deliveryId/resend', async (c) => {
    const { fault } = await readBody(c, resendSchema)
    const delivery = found(store.deliveries.get(c.req.param('deliveryId')), 'delivery')
    const resent = await deliveries.resend(delivery, fault)
    if (!resent.ok) throw new Refusal(409, resent.reason)
    const { deliveryId, status, failure } = resent.attempt
    return c.json({ deliveryId, status, failure })
  })
  routes.get('/wire', (c) => {
    const { tenantId = null, after, last } = readQuery(c, stretch)
    const exchanges = wire.list(tenantId, after)
    return c.json({ exchanges: last ? exchanges.slice(-last) : exchanges })
  })
  return routes
}
