/**
 * The service's webhook endpoint (W2–W10). It answers 200 only for a stored event, 503 if the event can't be stored, and
 * never 500. Cheap checks run first, so that rejecting a delivery costs less than accepting one.
 */
import { after } from 'next/server'
import { reconcileSoon } from '@/lib/inquiries/reconcile'
import { receiveDelivery } from '@/lib/inquiries/record-event'
import { errorName, log } from '@/lib/log'
import { noteRejectedDelivery } from '@/lib/rejected-deliveries'
import { readRequestBody, refuseBody } from '@/lib/request-body'
import { DELIVERY_ID_HEADER, parseSignature, SIGNATURE_HEADER } from '@/lib/verification/webhook'

const MAX_BODY_BYTES = 1024 * 1024

export async function POST(request: Request): Promise<Response> {
  const deliveryId = readDeliveryId(request)
  const signature = parseSignature(request.headers.get(SIGNATURE_HEADER))
  if (!signature.ok) {
    noteRejectedDelivery({ reason: signature.reason, deliveryId })
    return refuseSignature(signature.reason)
  }
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (!body.ok) {
    if (body.reason !== 'not_received') noteRejectedDelivery({ reason: body.reason, deliveryId })
    return refuseBody(body.reason)
  }
  try {
    const { digest } = signature
    const receipt = await receiveDelivery({ body: body.bytes, digest, deliveryId })
    if (!receipt.ok && receipt.reason === 'unreadable_event')
      return Response.json({ error: 'unreadable_event' }, { status: 400 })
    if (!receipt.ok) return refuseSignature(receipt.reason)
    const { outcome } = receipt
    if (outcome === 'recorded') reconcileSoon(after)
    return Response.json({ outcome })
  } catch (error) {
    log.error('event_not_stored', { deliveryId, error: errorName(error) })
    return Response.json({ error: 'not_stored' }, { status: 503, headers: { 'retry-after': '5' } })
  }
}

/** The reason describes only what was sent, so it doesn't help a forger. */
const refuseSignature = (reason: string): Response =>
  Response.json({ error: 'signature', reason }, { status: 401 })

/** The header is unsigned and can hold anything, so we store it only if it looks like an id. */
const readDeliveryId = (request: Request): string | null =>
  /^[\w.:-]{1,200}$/.exec(request.headers.get(DELIVERY_ID_HEADER) ?? '')?.[0] ?? null
