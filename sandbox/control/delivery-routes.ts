// The outbox over HTTP: what was sent and what is due, and a delivery sent again, as it was or broken on purpose.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import { isWebhookFaultKind } from '../scenario/webhook-faults.ts'
import { readControl, refuseControl } from './control-request.ts'

const flushSchema = z.object({ tenantId: z.string().optional() }).strict()
const resendSchema = z
  .object({ fault: z.string().refine(isWebhookFaultKind, 'is no webhook fault').optional() })
  .strict()

export function createDeliveryRoutes({ store, deliveries }: Sandbox): Hono {
  const routes = new Hono()

  routes.get('/deliveries', (c) => {
    const { tenantId, inquiryId, state } = c.req.query()
    const wanted = store.deliveries
      .values()
      .filter((delivery) => tenantId === undefined || delivery.tenantId === tenantId)
      .filter((delivery) => inquiryId === undefined || delivery.inquiryId === inquiryId)
      .filter((delivery) => state === undefined || delivery.state === state)
    return c.json({ deliveries: wanted })
  })
  routes.post('/deliveries/flush', async (c) => {
    const read = await readControl(c, flushSchema)
    if (!read.ok) return read.response
    const { tenantId } = read.value
    await deliveries.idle(tenantId ?? null)
    const due = store.deliveries
      .listBy('state', 'DUE')
      .filter((delivery) => tenantId === undefined || delivery.tenantId === tenantId)
    return c.json({ due: due.length })
  })
  routes.post('/deliveries/:deliveryId/resend', async (c) => {
    const read = await readControl(c, resendSchema)
    if (!read.ok) return read.response
    const delivery = store.deliveries.get(c.req.param('deliveryId'))
    if (!delivery) return refuseControl(c, 404, 'There is no such delivery.')
    if (store.endpoints.require(delivery.endpointId).removedAt !== null) {
      return refuseControl(c, 409, 'Its endpoint has been removed: there is nowhere to send it.')
    }
    const result = await deliveries.resend(delivery, read.value.fault ?? null)
    return c.json(
      result.answered
        ? { status: result.status, failure: null }
        : { status: null, failure: result.failure },
    )
  })
  return routes
}
