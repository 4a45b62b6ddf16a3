/**
 * The service's webhook endpoint (W2–W10). It answers 200 only after storing the event, 503 if it can't store it, and never 500. Cheap
 * checks run first, so that rejecting a delivery costs less than accepting one.
 */
import { after } from 'next/server'
import { acceptsWrites } from '@/lib/database/accepts-writes'
import type { RejectionReason } from '@/lib/http/rejection-reasons'
import { readRequestBody, refuseBody } from '@/lib/http/request-body'
import { reconcileSoon } from '@/lib/inquiries/reconcile'
import { recordEvent } from '@/lib/inquiries/record-event'
import { noteRejectedDelivery } from '@/lib/inquiries/rejected-deliveries'
import { env } from '@/lib/runtime/env'
import { failure, log } from '@/lib/runtime/log'
import { metrics } from '@/lib/runtime/metrics'
import { parseEvent, readDeliveryId, type VerificationEvent } from '@/lib/verification/events'
import { webhookSecrets } from '@/lib/verification/settings'
import { isSignedBy, readSignature } from '@/lib/verification/signature'

const MAX_BODY_BYTES = 1024 * 1024
/**
 * `npm run doctor` sends this event, under a delivery id with this prefix. The app doesn't store it and counts it as `doctor`. If it
 * rejects the event, it neither counts nor notes that.
 */
const DOCTOR_PING = 'd0c70000-0000-4000-8000-000000000001'
const DOCTOR_DELIVERY = 'doctor-'

export async function POST(request: Request): Promise<Response> {
  const deliveryId = readDeliveryId(request.headers)
  const note = (reason: RejectionReason) => {
    if (!deliveryId?.startsWith(DOCTOR_DELIVERY)) noteRejectedDelivery({ reason, deliveryId })
  }
  const refuseSignature = (reason: RejectionReason): Response => {
    note(reason)
    // The reason describes only the request itself, so it doesn't help a forger.
    return Response.json({ error: 'signature', reason }, { status: 401 })
  }

  const header = readSignature(request.headers)
  if (!header.ok) return refuseSignature(header.reason)
  const body = await readRequestBody(request, MAX_BODY_BYTES)
  if (!body.ok) {
    if (body.reason !== 'not_received') note(body.reason)
    return refuseBody(body.reason)
  }
  if (!isSignedBy(body.bytes, header.signature, webhookSecrets(env())))
    return refuseSignature('wrong_secret_or_altered_body')
  const event = parseEvent(body.bytes)
  if (!event) {
    note('unreadable_event')
    return Response.json({ error: 'unreadable_event' }, { status: 400 })
  }
  const outcome = await record(event, deliveryId).catch((error: unknown) => {
    log.error('event_not_stored', { eventId: event.id, deliveryId, ...failure(error) })
    return null
  })
  metrics().deliveries.inc({ outcome: outcome ?? 'not_stored' })
  if (outcome === null)
    return Response.json({ error: 'not_stored' }, { status: 503, headers: { 'retry-after': '5' } })
  if (outcome === 'recorded' && event.status === null) metrics().unknownEvents.inc()
  log.info('event_recorded', { eventId: event.id, deliveryId, kind: event.kind, outcome })
  // Also after a duplicate: the process that stored the event may have died before taking it in.
  reconcileSoon(after)
  return Response.json({ outcome })
}

async function record(event: VerificationEvent, deliveryId: string | null) {
  if (event.id !== DOCTOR_PING) return recordEvent(event, deliveryId)
  return (await acceptsWrites()) ? 'doctor' : null
}
