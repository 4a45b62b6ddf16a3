/** Records a webhook delivery: verified bytes become one row, and nothing else happens until a claim takes the event in. */
import 'server-only'
import DataLoader from 'dataloader'
import pg from 'pg'
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

type Receipt =
  | { ok: true; outcome: 'recorded' | 'duplicate' }
  | { ok: false; reason: 'wrong_secret_or_altered_body' | 'unreadable_event' }

/** @throws if the database doesn't store the event; the caller must not acknowledge it then */
export async function receiveDelivery({ body, digest, deliveryId }: Delivery): Promise<Receipt> {
  const reject = (reason: Extract<Receipt, { ok: false }>['reason']): Receipt => {
    noteRejectedDelivery({ reason, deliveryId })
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

interface Arrival {
  event: VerificationEvent
  deliveryId: string | null
}
type Outcome = 'recorded' | 'duplicate'

/**
 * Idempotent by the signed event id: a duplicate only counts a delivery. It touches no other table and waits for no locked row, so
 * no locked inquiry or event can delay a delivery.
 * @throws if the database doesn't store the event, or not within the five seconds that a sender waits (N9). If it was stored
 *   after all, the next delivery is a duplicate.
 */
export const recordEvent = (
  event: VerificationEvent,
  deliveryId: string | null,
): Promise<Outcome> => arrivals.load({ event, deliveryId })

/** Enough for a burst to share statements, which are most of what a delivery costs. The sender waits five seconds (N9). */
const GATHER_MS = 10

const arrivals = new DataLoader<Arrival, Outcome>(storeEach, {
  cache: false,
  maxBatchSize: 50,
  batchScheduleFn: (dispatch) => setTimeout(dispatch, GATHER_MS),
})

/** An event that can't be stored must not fail the others. */
async function storeEach(batch: readonly Arrival[]): Promise<(Outcome | Error)[]> {
  try {
    return await store(batch)
  } catch (error) {
    if (batch.length === 1 || !(error instanceof pg.DatabaseError)) throw error
    const each = await Promise.allSettled(batch.map((one) => store([one])))
    return each.map((one) => (one.status === 'fulfilled' ? (one.value[0] ?? error) : one.reason))
  }
}

async function store(batch: readonly Arrival[]): Promise<Outcome[]> {
  const rows = new Map<string, ReturnType<typeof toRow>>()
  for (const arrival of batch) {
    const copy = rows.get(arrival.event.id)
    if (copy) copy.deliveries++
    else rows.set(arrival.event.id, toRow(arrival))
  }
  // New ones in the order of their ids, or two batches with the same events could deadlock. A duplicate isn't counted while its row
  // is locked: it would wait with a connection that other deliveries need.
  const stored = await queryDirectly<{ id: string }>(
    'record_events',
    Prisma.sql`
      WITH arrived AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) AS arrived ("id" uuid, "kind" text,
          "createdAt" timestamptz, "deliveries" int, "deliveryId" text, "inquiryId" uuid, "referenceId" text,
          "status" text, "capabilities" text[])
      ), stored AS (
        INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "deliveries", "deliveryId", "inquiryId", "referenceId",
          "status", "capabilities")
        SELECT * FROM arrived ORDER BY "id"
        ON CONFLICT ("id") DO NOTHING RETURNING "id"
      ), known AS (
        SELECT "id" FROM "WebhookEvent" WHERE "id" IN (SELECT "id" FROM arrived) FOR UPDATE SKIP LOCKED
      ), counted AS (
        UPDATE "WebhookEvent" AS event SET "deliveries" = event."deliveries" + arrived."deliveries"
        FROM arrived, known WHERE event."id" = arrived."id" AND event."id" = known."id"
      )
      SELECT "id" FROM stored`,
  )
  const isNew = new Set(stored.map(({ id }) => id))
  return batch.map(({ event }) => (isNew.delete(event.id) ? 'recorded' : 'duplicate'))
}

function toRow({ event: { id, kind, createdAt, report }, deliveryId }: Arrival) {
  const { data, status = null } = report ?? {}
  const { inquiryId, referenceId, succeededCapabilities: capabilities = [] } = data ?? {}
  const ids = { id, deliveryId, inquiryId, referenceId }
  return { ...ids, kind, createdAt, deliveries: 1, status, capabilities }
}
