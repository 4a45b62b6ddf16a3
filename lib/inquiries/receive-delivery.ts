/** Takes one webhook delivery from its bytes to a stored event; the route handler only speaks HTTP. */
import 'server-only'
import { env } from '../env'
import { log } from '../log'
import { metrics } from '../metrics'
import { noteRejectedDelivery } from '../rejected-deliveries'
import { isSignedBy, parseEvent } from '../verification/webhook'
import { type Recorded, recordEvent } from './record-event'

export interface Delivery {
  body: Uint8Array
  /** From X-Service-Signature, by `parseSignature`. */
  digest: Uint8Array
  /** X-Service-Delivery-Id. It is unsigned, so it is stored but never relied on (N11). */
  deliveryId: string | null
}

export type Receipt =
  | { ok: true; outcome: Recorded['outcome']; inquiry: string | null }
  | { ok: false; reason: 'wrong_secret_or_altered_body' | 'unreadable_event' }

/** @throws if the database doesn't store the event; the caller must not acknowledge it then */
export async function receiveDelivery({ body, digest, deliveryId }: Delivery): Promise<Receipt> {
  const reject = (reason: Extract<Receipt, { ok: false }>['reason']): Receipt => {
    noteRejectedDelivery({ reason, deliveryId, bodyBytes: body.byteLength })
    return { ok: false, reason }
  }
  const { VERIFICATION_WEBHOOK_SECRET: current, VERIFICATION_WEBHOOK_SECRET_PREVIOUS: previous } =
    env()
  const secrets = previous ? [current, previous] : [current]
  if (!isSignedBy(body, digest, secrets, env().VERIFICATION_WEBHOOK_SECRET_FORM))
    return reject('wrong_secret_or_altered_body')
  const event = parseEvent(body)
  if (!event) return reject('unreadable_event')

  const { id: eventId, kind } = event
  const { outcome, inquiry } = await recordEvent(event, deliveryId)
  metrics().deliveries.inc({ outcome })
  log.info('event_recorded', { eventId, deliveryId, kind, outcome, ...(inquiry && { inquiry }) })
  return { ok: true, outcome, inquiry }
}
