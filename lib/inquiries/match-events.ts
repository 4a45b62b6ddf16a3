/** Events that came before their row could be known are matched as soon as it can. */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { Prisma } from '../prisma-client/client'

/** Longer than two statements can be under way and miss what the other writes, and than a cron takes to come again. */
const MISSED_WITHIN_MS = 10 * 60_000

/** The events of an inquiry that has just become known. */
export const matchEventsOf = (inquiryId: string, tx: DbOrTransaction): Promise<void> =>
  match(Prisma.sql`"event"."inquiryId" = ${inquiryId}::uuid`, tx)

/** Those that came at the very moment at which their row became known. Older ones cost nothing. */
export const matchMissedEvents = (): Promise<void> =>
  match(Prisma.sql`"event"."receivedAt" > ${new Date(Date.now() - MISSED_WITHIN_MS)}`, db())

/**
 * Makes the read-back of every row due that a held event turns out to belong to, and marks those events stale:
 * the read, not the old event, tells how things stand by now. Idempotent.
 */
async function match(which: Prisma.Sql, tx: DbOrTransaction): Promise<void> {
  await tx.$executeRaw`
    WITH fitting AS MATERIALIZED (
      -- Rows before events, and in the order of their ids, as record_events locks them: else the two could wait for each other.
      SELECT "row"."id" AS "row", "event"."id" AS "event"
      FROM "WebhookEvent" AS "event" JOIN "Inquiry" AS "row" ON "row"."inquiryId" = "event"."inquiryId"
      WHERE "event"."outcome" = 'UNMATCHED' AND "event"."heldBecause" IS NULL AND ${which}
        AND "row"."referenceId" = coalesce("event"."referenceId", "row"."referenceId")
      ORDER BY "row"."id"
      FOR UPDATE OF "row"
    ), matched AS (
      UPDATE "WebhookEvent" SET "outcome" = 'STALE'
      FROM fitting
      WHERE "WebhookEvent"."id" = fitting."event" AND "WebhookEvent"."outcome" = 'UNMATCHED'
      RETURNING fitting."row" AS "id"
    )
    UPDATE "Inquiry" SET "nextReadAt" = ${new Date()}, "urgent" = true, "readAttempts" = 0
    WHERE "id" IN (SELECT "id" FROM matched)`
}
