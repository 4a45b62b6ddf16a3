/** Records a webhook delivery: verified bytes become one row, and nothing else happens until a claim takes the event in. */
import 'server-only'
import { queryDirectly } from '../db'
import { env } from '../env'
import { log } from '../log'
import { metrics } from '../metrics'
import { Prisma } from '../prisma-client/client'
import { noteRejectedDelivery } from '../rejected-deliveries'
import { isSignedBy, parseEvent, type VerificationEvent } from '../verification/webhook'

export interface Delivery {
  /** The raw bytes, which the signature covers (W3). */
  body: Uint8Array
  /** From X-Service-Signature, by `parseSignature`. */
  digest: Uint8Array
  /** X-Service-Delivery-Id. It is unsigned, so it is stored but never relied on (N11). */
  deliveryId: string | null
}

export type Receipt =
  | { ok: true; outcome: 'recorded' | 'duplicate' }
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
  const outcome = await recordEvent(event, deliveryId)
  metrics().deliveries.inc({ outcome })
  log.info('event_recorded', { eventId: event.id, deliveryId, kind: event.kind, outcome })
  return { ok: true, outcome }
}

/**
 * Idempotent by the signed event id: a duplicate only counts a delivery. It touches no other table, so no locked inquiry can
 * delay a delivery.
 * @throws if the database doesn't store the event, or not within the five seconds that a sender waits (N9). If it was stored
 *   after all, the next delivery is a duplicate.
 */
export async function recordEvent(
  { id, kind, createdAt, report }: VerificationEvent,
  deliveryId: string | null,
): Promise<'recorded' | 'duplicate'> {
  const { data, status = null } = report ?? {}
  const [stored] = await queryDirectly<{ deliveries: number }>(
    'record_event',
    Prisma.sql`
      INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "deliveryId", "inquiryId", "referenceId", "correlationId",
        "status", "capabilities")
      VALUES (${id}, ${kind}, ${createdAt}, ${deliveryId}, ${data?.inquiryId ?? null}, ${data?.referenceId ?? null},
        ${data?.correlationId ?? null}, ${status}, ${data?.succeededCapabilities ?? []})
      ON CONFLICT ("id") DO UPDATE SET "deliveries" = "WebhookEvent"."deliveries" + 1
      RETURNING "deliveries"`,
  )
  return stored?.deliveries === 1 ? 'recorded' : 'duplicate'
}
