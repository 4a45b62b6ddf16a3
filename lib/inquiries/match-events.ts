/** Events that came before their row could be known are matched as soon as it can. */
import 'server-only'
import { db } from '../db'

/**
 * Makes the read-back of every row due that a held event turns out to belong to, and marks those events stale:
 * the read, not the old event, tells how things stand by now. Idempotent; cheap while nothing is held.
 */
export async function matchHeldEvents(): Promise<void> {
  await db().$executeRaw`
    WITH matched AS (
      UPDATE "WebhookEvent" AS "event" SET "outcome" = 'STALE'
      FROM "Inquiry" AS "row"
      WHERE "event"."outcome" = 'UNMATCHED' AND "event"."heldBecause" IS NULL
        AND "row"."inquiryId" = "event"."inquiryId"
        AND "row"."referenceId" = coalesce("event"."referenceId", "row"."referenceId")
      RETURNING "row"."id"
    )
    UPDATE "Inquiry" SET "nextReadAt" = ${new Date()}, "urgent" = true, "readAttempts" = 0
    WHERE "id" IN (SELECT "id" FROM matched)`
}
