/** One webhook delivery from its bytes to its stored outcome; the route handler only turns the result into HTTP. */
import 'server-only'
import { env } from '../env'
import { log } from '../log'
import { metrics } from '../metrics'
import { traced } from '../tracing'
import { diagnoseSignature } from '../verification/signature-doctor'
import { parseEvent, verifySignature } from '../verification/webhook'
import { type RecordedOutcome, recordEvent } from './record-event'
import { recordRejectedDelivery } from './rejected-deliveries'

export interface Delivery {
  body: Uint8Array
  /** X-Service-Signature */
  signature: string | null
  /** X-Service-Delivery-Id: unsigned, so it is noted and never relied on (N11). */
  deliveryId: string | null
}

export type Receipt =
  | { ok: true; outcome: RecordedOutcome; inquiry: string | null }
  | { ok: false; reason: 'signature' | 'unreadable' }

/** @throws when the database does not take the event: it must not be acknowledged then. */
export async function receiveDelivery({ body, signature, deliveryId }: Delivery): Promise<Receipt> {
  const { VERIFICATION_WEBHOOK_SECRET: current, VERIFICATION_WEBHOOK_SECRET_PREVIOUS: previous } =
    env()
  const secrets = previous ? [current, previous] : [current]
  const verdict = verifySignature(body, signature, secrets, env().VERIFICATION_WEBHOOK_SECRET_FORM)
  const rejected = { deliveryId, bodyBytes: body.byteLength }
  if (!verdict.ok) {
    await recordRejectedDelivery({
      ...rejected,
      reason: diagnoseSignature(body, signature, secrets),
    })
    return { ok: false, reason: 'signature' }
  }
  const event = parseEvent(body)
  if (!event) {
    await recordRejectedDelivery({ ...rejected, reason: 'unreadable_event' })
    return { ok: false, reason: 'unreadable' }
  }
  const { id: eventId, kind, report } = event
  const correlationId = report?.data.correlationId
  const { outcome, inquiry } = await traced(
    'record event',
    { eventId, kind, ...(correlationId && { correlationId }) },
    async (note) => {
      const recorded = await recordEvent(event, deliveryId)
      note({ outcome: recorded.outcome, ...(recorded.inquiry && { inquiry: recorded.inquiry }) })
      return recorded
    },
  )
  metrics().deliveries.inc({ outcome })
  log.info('event_recorded', {
    eventId: event.id,
    deliveryId,
    kind: event.kind,
    outcome,
    ...(inquiry && { inquiry }),
  })
  return { ok: true, outcome, inquiry }
}
