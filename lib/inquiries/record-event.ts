/**
 * Stores verified events and makes reads of their inquiries due, in one statement: no event is acknowledged without being
 * stored, and none is stored without making a read due. Events that arrive together share a statement, so a burst (N8)
 * needs only a few.
 */
import 'server-only'
import pg from 'pg'
import { queryDirectly } from '../db'
import { Prisma } from '../prisma-client/client'
import type { VerificationEvent } from '../verification/webhook'
import { createBatches } from './batches'

export interface Recorded {
  outcome: 'recorded' | 'duplicate'
  /** Our own id of the inquiry that the event belongs to; null if it matches none. */
  inquiry: string | null
}

/** The stored form: only the fields that the contract names. */
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
}

/**
 * Idempotent by the signed event id: a duplicate only counts a delivery.
 *
 * An event belongs to the inquiry with its inquiryId, or to the one with its referenceId while that has no inquiryId yet,
 * because an event can arrive before the response to the open that caused it. An event whose two ids contradict each other
 * makes a read due and reports nothing.
 * @throws if the database doesn't store the event, or not within the five seconds that a sender waits (N9). The caller
 *   must not acknowledge it then. If it was stored after all, the next delivery is a duplicate.
 */
export function recordEvent(
  { id, kind, createdAt, report }: VerificationEvent,
  deliveryId: string | null,
): Promise<Recorded> {
  const data = report?.data
  return record({
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
  })
}

interface StoredEvent {
  id: string
  isNew: boolean
  row: string | null
}

/** The event's day got a partition while the statement waited for the default one. */
const isOfAnotherDay = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23514'

const record = createBatches(recordTogether, (event: NewEvent) => event.id)

/**
 * Skips events whose inquiry another transaction has locked, so a busy row doesn't delay the others.
 * @returns the outcome of each event in the order given; null for one that was skipped
 */
async function recordTogether(events: readonly NewEvent[]): Promise<(Recorded | null)[]> {
  const inquiryIds = events.map(({ inquiryId }) => inquiryId)
  const referenceIds = events.map(({ referenceId }) => referenceId)
  const isNewest = Prisma.sql`heard."reports"
    AND coalesce("Inquiry"."reportedAt" <= heard."createdAt", true)`

  const statement = Prisma.sql`
    WITH event AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS event("id" uuid, "kind" text,
        "createdAt" timestamptz, "deliveryId" text, "inquiryId" uuid, "referenceId" text, "correlationId" uuid,
        "status" text, "capabilities" text[], "data" jsonb)
    ), named AS MATERIALIZED (
      SELECT "id", "inquiryId", "referenceId" FROM "Inquiry"
      WHERE "inquiryId" = ANY(${inquiryIds}::uuid[])
        OR ("inquiryId" IS NULL AND "referenceId" = ANY(${referenceIds}::text[]))
    ), held AS MATERIALIZED (
      SELECT "id", "inquiryId", "referenceId" FROM "Inquiry"
      WHERE "id" = ANY(ARRAY(SELECT "id" FROM named)) FOR UPDATE SKIP LOCKED
    ), chosen AS MATERIALIZED (
      SELECT event.*, coalesce(bound."id", unbound."id") AS "named"
      FROM event
      LEFT JOIN named AS bound ON bound."inquiryId" = event."inquiryId"
      LEFT JOIN named AS unbound ON unbound."inquiryId" IS NULL AND unbound."referenceId" = event."referenceId"
    ), ready AS MATERIALIZED (
      SELECT chosen.*,
        chosen."status" IS NOT NULL AND coalesce(held."referenceId" = chosen."referenceId", true) AS "reports",
        CASE WHEN coalesce(held."inquiryId", chosen."inquiryId") = chosen."inquiryId" THEN held."id" END AS "row"
      FROM chosen LEFT JOIN held ON held."id" = chosen."named"
      WHERE chosen."named" IS NULL OR held."id" IS NOT NULL
    ), known AS (
      INSERT INTO "KnownEvent" ("id", "receivedAt") SELECT "id", clock_timestamp() FROM ready ORDER BY "id"
      ON CONFLICT ("id") DO UPDATE SET "deliveries" = "KnownEvent"."deliveries" + 1
      RETURNING "id", "receivedAt", "deliveries" = 1 AS "isNew"
    ), stored AS (
      INSERT INTO "ReceivedEvent" ("id", "kind", "createdAt", "receivedAt", "day", "firstDeliveryId", "inquiryId",
        "referenceId", "correlationId", "status", "payload")
      SELECT "id", "kind", "createdAt", "receivedAt", ("receivedAt" AT TIME ZONE 'UTC')::date, "deliveryId",
        "inquiryId", "referenceId", "correlationId", "status", "data"
      FROM ready JOIN known USING ("id") WHERE "isNew"
    ), heard AS (
      SELECT DISTINCT ON ("row") ready.* FROM ready JOIN known USING ("id")
      WHERE "isNew" AND "row" IS NOT NULL
      ORDER BY "row", "reports" DESC, "createdAt" DESC
    ), updated AS (
      UPDATE "Inquiry" SET
        "inquiryId" = heard."inquiryId", "openState" = 'OPEN', "openError" = NULL,
        "reportedStatus" = CASE WHEN ${isNewest} THEN heard."status" ELSE "Inquiry"."reportedStatus" END,
        "reportedAt" = CASE WHEN ${isNewest} THEN heard."createdAt" ELSE "Inquiry"."reportedAt" END,
        "capabilities" = CASE WHEN ${isNewest} THEN coalesce(heard."capabilities", "Inquiry"."capabilities")
          ELSE "Inquiry"."capabilities" END,
        "heardAt" = greatest(clock_timestamp(), "readAt"), "updatedAt" = clock_timestamp(), "urgent" = true, "readAttempts" = 0,
        "fruitlessReads" = 0,
        -- Unchanged if a read is already due, so no index has to change.
        "nextReadAt" = CASE WHEN "urgent" AND "nextReadAt" <= clock_timestamp() THEN "nextReadAt"
          ELSE clock_timestamp() END
      FROM heard
      WHERE "Inquiry"."id" = heard."row" AND "Inquiry"."id" = ANY(ARRAY(SELECT "id" FROM held))
    )
    SELECT ready."id", "isNew", "row" FROM ready JOIN known USING ("id")`
  const store = () => queryDirectly<StoredEvent>('record_events', statement)
  const known = await store().catch((error) => {
    if (isOfAnotherDay(error)) return store()
    throw error
  })

  const byId = new Map(known.map((event) => [event.id, event]))
  return events.map(({ id }) => {
    const event = byId.get(id)
    return event ? { outcome: event.isNew ? 'recorded' : 'duplicate', inquiry: event.row } : null
  })
}
