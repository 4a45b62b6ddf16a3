/**
 * Stores verified events and applies them, in one database statement: there is no moment at which an event is
 * acknowledged and not stored, or stored and half applied. Events that arrive while a statement is under way share the
 * next one, so a burst (N8) costs few of them.
 */
import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { queryDirectly } from '../db'
import { type EventOutcome, Prisma } from '../prisma-client/client'
import { startDeadline } from '../verification/deadline'
import type { VerificationEvent } from '../verification/webhook'
import { createBatches } from './batches'
import { canGoTogether } from './can-go-together'

export type RecordedOutcome = 'applied' | 'stale' | 'duplicate' | 'unmatched' | 'ignored'

export interface Recorded {
  outcome: RecordedOutcome
  /** Our own id of the inquiry that the event belongs to; null when it fits none. */
  inquiry: string | null
}

/** The service waits for an answer for five seconds (N9). */
const TAKEN_WITHIN_MS = 4_500

/** As it is stored: what the contract names, and nothing else of the delivery. */
interface NewEvent {
  id: string
  kind: string
  createdAt: Date
  deliveryId: string | null
  inquiryId: string | null
  referenceId: string | null
  correlationId: string | null
  status: string | null
  capabilities: string[] | null
  data: object
  changeId: string
}

/**
 * Idempotent by the signed event id: a replay only counts a delivery. Applied in the order of the signed createdAt,
 * and any new event of a known inquiry makes its read-back due, also a stale one: the read is the authority.
 *
 * A row fits by inquiryId, or by referenceId while its own inquiryId is not known yet (an event can come before the
 * answer of the open). When the two contradict each other the event is kept and not applied.
 * @throws when the database does not take it, or not in time; the caller must then not acknowledge the delivery. What is
 *   stored after all makes the next delivery a duplicate.
 */
export function recordEvent(
  { id, kind, createdAt, report }: VerificationEvent,
  deliveryId: string | null,
): Promise<Recorded> {
  const data = report?.data
  return batches.add({
    id,
    kind,
    createdAt,
    deliveryId,
    inquiryId: data?.inquiryId ?? null,
    referenceId: data?.referenceId ?? null,
    correlationId: data?.correlationId ?? null,
    status: report?.status ?? null,
    capabilities: data?.succeededCapabilities ?? null,
    data: data ?? {},
    changeId: uuidv7(),
  })
}

const batches = createBatches({ record: recordInTime, canGoTogether })

/** Who waits behind a statement that is given up is told so together with it: nobody waits for longer than the first. */
function recordInTime(events: readonly NewEvent[], waitedMs: number): Promise<Recorded[]> {
  const deadline = startDeadline(TAKEN_WITHIN_MS - waitedMs)
  return deadline.hold(recordTogether(events)).finally(deadline.clear)
}

/**
 * The rows to change are named twice, as the planner takes the events for many and would read the whole table.
 * @returns what became of each, in the order given
 */
async function recordTogether(events: readonly NewEvent[]): Promise<Recorded[]> {
  const inquiryIds = events.map(({ inquiryId }) => inquiryId)
  const referenceIds = events.map(({ referenceId }) => referenceId)
  const now = new Date()

  const stored = await queryDirectly<{
    id: string
    outcome: EventOutcome
    deliveries: number
    row: string | null
  }>(
    'record_events',
    Prisma.sql`
    WITH event AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS event("id" uuid, "kind" text,
        "createdAt" timestamptz, "deliveryId" text, "inquiryId" uuid, "referenceId" text, "correlationId" uuid,
        "status" text, "capabilities" text[], "data" jsonb, "changeId" uuid)
    ), candidate AS MATERIALIZED (
      SELECT "id", "inquiryId", "referenceId", "status", "statusAsOf"
      FROM "Inquiry"
      WHERE "inquiryId" = ANY(${inquiryIds}::uuid[]) OR "referenceId" = ANY(${referenceIds}::text[])
      ORDER BY "id"
      FOR UPDATE
    ), named AS MATERIALIZED (
      SELECT event."id" AS "event", candidate.*, count(*) OVER (PARTITION BY event."id") = 1
        AND coalesce(candidate."inquiryId", event."inquiryId") = event."inquiryId"
        AND candidate."referenceId" = coalesce(event."referenceId", candidate."referenceId") AS "fits"
      FROM event
      JOIN candidate
        ON candidate."inquiryId" = event."inquiryId" OR candidate."referenceId" = event."referenceId"
    ), verdict AS MATERIALIZED (
      SELECT event.*, named."id" AS "row", named."status" AS "before",
        CASE
          WHEN event."status" IS NULL THEN 'IGNORED'
          WHEN named."id" IS NULL THEN 'UNMATCHED'
          WHEN named."statusAsOf" >= event."createdAt" THEN 'STALE'
          ELSE 'APPLIED'
        END::"EventOutcome" AS "outcome",
        CASE
          WHEN event."id" IN (SELECT "event" FROM named WHERE NOT "fits") THEN 'REFERENCE_MISMATCH'
        END AS "heldBecause"
      FROM event LEFT JOIN named ON named."event" = event."id" AND named."fits"
    ), stored AS (
      INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "receivedAt", "firstDeliveryId", "inquiryId",
        "referenceId", "correlationId", "status", "payload", "outcome", "heldBecause")
      SELECT "id", "kind", "createdAt", ${now}, "deliveryId", "inquiryId", "referenceId", "correlationId", "status",
        "data", "outcome", "heldBecause"
      FROM verdict
      ORDER BY "id"
      ON CONFLICT ("id") DO UPDATE SET "deliveries" = "WebhookEvent"."deliveries" + 1
      RETURNING "id", "outcome", "deliveries"
    ), news AS (
      SELECT verdict.*, stored."outcome" = 'APPLIED' AS "isNews"
      FROM verdict JOIN stored USING ("id")
      WHERE stored."deliveries" = 1
    ), updated AS (
      UPDATE "Inquiry" AS "row" SET
        "inquiryId" = news."inquiryId",
        "openState" = 'OPEN',
        "openError" = NULL,
        "status" = CASE WHEN "isNews" THEN news."status" ELSE "row"."status" END,
        "statusAsOf" = CASE WHEN "isNews" THEN news."createdAt" ELSE "row"."statusAsOf" END,
        "statusSource" = CASE WHEN "isNews" THEN 'WEBHOOK' ELSE "row"."statusSource" END,
        "statusReceivedAt" = CASE WHEN "isNews" THEN ${now} ELSE "row"."statusReceivedAt" END,
        "confirmedAt" = CASE WHEN "isNews" AND "row"."status" IS DISTINCT FROM news."status" THEN NULL
          ELSE "row"."confirmedAt" END,
        "capabilities" = CASE WHEN "isNews" THEN coalesce(news."capabilities", "row"."capabilities")
          ELSE "row"."capabilities" END,
        "nextReadAt" = ${now},
        "urgent" = true,
        "readAttempts" = 0,
        "updatedAt" = ${now}
      FROM news
      WHERE "row"."id" = news."row" AND "row"."id" = ANY(ARRAY(SELECT "id" FROM candidate))
    ), change AS (
      INSERT INTO "StatusChange" ("id", "inquiryRow", "fromStatus", "toStatus", "source", "asOf", "eventId", "at")
      SELECT "changeId", "row", "before", "status", 'WEBHOOK', "createdAt", "id", ${now}
      FROM news
      WHERE "row" IS NOT NULL AND "isNews" AND "before" IS DISTINCT FROM "status"
    ), orphan AS (
      UPDATE "Inquiry" AS "row" SET "orphanId" = news."inquiryId"
      FROM news
      WHERE "row"."id" = ANY(ARRAY(SELECT "id" FROM candidate)) AND news."heldBecause" IS NOT NULL
        AND "row"."referenceId" = news."referenceId" AND "row"."inquiryId" <> news."inquiryId"
    )
    SELECT stored.*, verdict."row" FROM stored JOIN verdict USING ("id")`,
  )

  const byId = new Map(stored.map((row) => [row.id, row]))
  return events.map(({ id }) => {
    const row = byId.get(id)
    if (!row) throw new Error('The event was not stored')
    return {
      outcome: row.deliveries > 1 ? 'duplicate' : WORDS[row.outcome],
      inquiry: row.row,
    }
  })
}

const WORDS = {
  APPLIED: 'applied',
  STALE: 'stale',
  UNMATCHED: 'unmatched',
  IGNORED: 'ignored',
} as const satisfies Record<EventOutcome, RecordedOutcome>
