/** Events that came before their row could be known are matched as soon as it can. */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { Prisma } from '../prisma-client/client'

/** Longer than two statements can be under way at once and so miss what the other writes. */
const MISSED_WITHIN_MS = 30_000

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
    WITH matched AS (
      UPDATE "WebhookEvent" AS "event" SET "outcome" = 'STALE'
      FROM "Inquiry" AS "row"
      WHERE "event"."outcome" = 'UNMATCHED' AND "event"."heldBecause" IS NULL AND ${which}
        AND "row"."inquiryId" = "event"."inquiryId"
        AND "row"."referenceId" = coalesce("event"."referenceId", "row"."referenceId")
      RETURNING "row"."id"
    )
    UPDATE "Inquiry" SET "nextReadAt" = ${new Date()}, "urgent" = true, "readAttempts" = 0
    WHERE "id" IN (SELECT "id" FROM matched)`
}
