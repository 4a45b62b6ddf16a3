/** The service's webhook endpoint (W2–W10): 200 only for what is stored, 503 when it cannot be, never a 500. */
import { after } from 'next/server'
import { receiveDelivery } from '@/lib/inquiries/receive-delivery'
import { reconcileSoon } from '@/lib/inquiries/reconcile'
import { recordRejectedDelivery } from '@/lib/inquiries/rejected-deliveries'
import { errorName, log } from '@/lib/log'
import { readBody } from '@/lib/verification/read-body'
import { DELIVERY_ID_HEADER, SIGNATURE_HEADER } from '@/lib/verification/webhook'

const MAX_BODY_BYTES = 1024 * 1024

export async function POST(request: Request): Promise<Response> {
  const signature = request.headers.get(SIGNATURE_HEADER)
  const deliveryId = readDeliveryId(request)
  const body = await readBody(request, MAX_BODY_BYTES).catch(() => undefined)
  if (body === undefined) return Response.json({ error: 'body_not_received' }, { status: 400 })
  if (body === null) {
    await recordRejectedDelivery({ reason: 'too_large', deliveryId, bodyBytes: MAX_BODY_BYTES })
    return Response.json({ error: 'too_large' }, { status: 413 })
  }
  try {
    const receipt = await receiveDelivery({ body, signature, deliveryId })
    if (!receipt.ok && receipt.reason === 'signature')
      return Response.json({ error: 'signature' }, { status: 401 })
    if (!receipt.ok) return Response.json({ error: 'unreadable_event' }, { status: 400 })
    const { outcome, inquiry } = receipt
    if (inquiry && outcome !== 'duplicate') reconcileSoon(inquiry, after)
    return Response.json({ outcome })
  } catch (error) {
    log.error('event_not_stored', { deliveryId, error: errorName(error) })
    return Response.json({ error: 'not_stored' }, { status: 503, headers: { 'retry-after': '5' } })
  }
}

/** Anything may stand in an unsigned header: only what looks like an id is noted. */
const readDeliveryId = (request: Request): string | null =>
  /^[\w.:-]{1,200}$/.exec(request.headers.get(DELIVERY_ID_HEADER) ?? '')?.[0] ?? null
