/**
 * Stores a verified event and applies it, in one database statement: there is no moment at which the event is
 * acknowledged and not stored, or stored and half applied.
 */
import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { queryDirectly } from '../db'
import { type EventOutcome, Prisma } from '../prisma-client/client'
import type { VerificationEvent } from '../verification/webhook'

interface Recorded {
  outcome: EventOutcome
  deliveries: number
  inquiry: string | null
}

export type RecordedOutcome = 'applied' | 'stale' | 'duplicate' | 'unmatched' | 'ignored'

/**
 * Idempotent by the signed event id: a replay only counts a delivery. Applied in the order of the signed createdAt,
 * and any new event of a known inquiry makes its read-back due, also a stale one: the read is the authority.
 *
 * A row fits by inquiryId, or by referenceId while its own inquiryId is not known yet (an event can come before the
 * answer of the open). When the two contradict each other the event is kept and not applied.
 * @throws when the database does not take it; the caller must then not acknowledge the delivery.
 */
export async function recordEvent(
  event: VerificationEvent,
  deliveryId: string | null,
): Promise<{ outcome: RecordedOutcome; inquiry: string | null }> {
  const data = event.report?.data
  const status = event.report?.status ?? null
  const inquiryId = data?.inquiryId ?? null
  const referenceId = data?.referenceId ?? null
  const capabilities = data?.succeededCapabilities ?? null
  const now = new Date()

  const [recorded] = await queryDirectly<Recorded>(
    Prisma.sql`
    WITH candidate AS MATERIALIZED (
      SELECT "id", "inquiryId", "referenceId", "status", "statusAsOf"
      FROM "Inquiry"
      WHERE "inquiryId" = ${inquiryId}::uuid OR "referenceId" = ${referenceId}
      ORDER BY "id"
      FOR UPDATE
    ), target AS (
      SELECT * FROM candidate
      WHERE coalesce("inquiryId", ${inquiryId}::uuid) = ${inquiryId}::uuid
        AND "referenceId" = coalesce(${referenceId}, "referenceId")
        AND (SELECT count(*) FROM candidate) = 1
    ), verdict AS (
      SELECT CASE
          WHEN ${status}::text IS NULL THEN 'IGNORED'
          WHEN NOT EXISTS (SELECT FROM target) THEN 'UNMATCHED'
          WHEN EXISTS (SELECT FROM target WHERE "statusAsOf" >= ${event.createdAt}) THEN 'STALE'
          ELSE 'APPLIED'
        END::"EventOutcome" AS "outcome",
        CASE
          WHEN EXISTS (SELECT FROM candidate) AND NOT EXISTS (SELECT FROM target)
          THEN 'REFERENCE_MISMATCH'
        END AS "heldBecause"
    ), stored AS (
      INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "receivedAt", "firstDeliveryId", "inquiryId",
        "referenceId", "correlationId", "status", "payload", "outcome", "heldBecause")
      SELECT ${event.id}::uuid, ${event.kind}, ${event.createdAt}, ${now}, ${deliveryId}, ${inquiryId}::uuid,
        ${referenceId}, ${data?.correlationId ?? null}::uuid, ${status}, ${JSON.stringify(data ?? {})}::jsonb,
        "outcome", "heldBecause"
      FROM verdict
      ON CONFLICT ("id") DO UPDATE SET "deliveries" = "WebhookEvent"."deliveries" + 1
      RETURNING "deliveries", "outcome"
    ), updated AS (
      UPDATE "Inquiry" AS "row" SET
        "inquiryId" = ${inquiryId}::uuid,
        "openState" = 'OPEN',
        "openError" = NULL,
        "status" = CASE WHEN "isNews" THEN ${status} ELSE "row"."status" END,
        "statusAsOf" = CASE WHEN "isNews" THEN ${event.createdAt} ELSE "row"."statusAsOf" END,
        "statusSource" = CASE WHEN "isNews" THEN 'WEBHOOK' ELSE "row"."statusSource" END,
        "statusReceivedAt" = CASE WHEN "isNews" THEN ${now} ELSE "row"."statusReceivedAt" END,
        "confirmedAt" = CASE WHEN "isNews" AND "row"."status" IS DISTINCT FROM ${status} THEN NULL
          ELSE "row"."confirmedAt" END,
        "capabilities" = CASE WHEN "isNews" THEN coalesce(${capabilities}::text[], "row"."capabilities")
          ELSE "row"."capabilities" END,
        "nextReadAt" = ${now},
        "urgent" = true,
        "readAttempts" = 0,
        "updatedAt" = ${now}
      FROM target, stored, LATERAL (SELECT stored."outcome" = 'APPLIED' AS "isNews") AS news
      WHERE "row"."id" = target."id" AND stored."deliveries" = 1
        AND stored."outcome" IN ('APPLIED', 'STALE')
      RETURNING "row"."id", target."status" AS "before", "isNews"
    ), change AS (
      INSERT INTO "StatusChange" ("id", "inquiryRow", "fromStatus", "toStatus", "source", "asOf", "eventId", "at")
      SELECT ${uuidv7()}::uuid, "id", "before", ${status}, 'WEBHOOK', ${event.createdAt}, ${event.id}::uuid, ${now}
      FROM updated
      WHERE "isNews" AND "before" IS DISTINCT FROM ${status}
    ), orphan AS (
      UPDATE "Inquiry" SET "orphanId" = ${inquiryId}::uuid
      FROM stored
      WHERE "referenceId" = ${referenceId} AND "inquiryId" <> ${inquiryId}::uuid AND stored."deliveries" = 1
    )
    SELECT "outcome", "deliveries", (SELECT "id" FROM target) AS "inquiry" FROM stored`,
  )

  if (!recorded) throw new Error('The event was not stored')
  const outcome = recorded.deliveries > 1 ? 'duplicate' : WORDS[recorded.outcome]
  return { outcome, inquiry: recorded.inquiry }
}

const WORDS = {
  APPLIED: 'applied',
  STALE: 'stale',
  UNMATCHED: 'unmatched',
  IGNORED: 'ignored',
} as const satisfies Record<EventOutcome, RecordedOutcome>
