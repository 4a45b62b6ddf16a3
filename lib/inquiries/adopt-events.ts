/**
 * Events can arrive before we know which inquiry they belong to: before the response to the open that caused them, and
 * without our reference (N12). They are stored, and the inquiry adopts them once it has its inquiryId.
 */
import 'server-only'
import type { DbOrTransaction } from '../db'
import { receivedSince } from '../event-days'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { timeOfUuid7 } from '../uuid7-time'

/** An event whose two ids contradict each other reports nothing. */
const REPORTS = Prisma.sql`(event."status" IS NOT NULL AND coalesce(event."referenceId" = own."referenceId", true))`

/** An inquiry that the transaction has locked. */
type Held = Pick<Inquiry, 'id' | 'createdAt'>

/**
 * No event about an inquiry is older than its row, which is committed before the service is called. The time in the id
 * comes from the app's clock, which may be ahead; `createdAt` comes from the database's, like an event's day.
 */
function sinceCreated({ id, createdAt }: Held) {
  const byApp = timeOfUuid7(id) ?? new Date(0)
  return receivedSince(byApp < createdAt ? byApp : createdAt)
}

/**
 * If events about the inquiry are stored, makes a read of it due. The newest createdAt decides what is reported. After a
 * failover, the database's clock may be behind the time they arrived; reads then wait for it to catch up.
 */
export async function adoptEvents(inquiry: Held, tx: DbOrTransaction): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Inquiry" SET
      "reportedStatus" = newest."status", "reportedAt" = newest."createdAt",
      "heardAt" = greatest(clock_timestamp(), "readAt", newest."lastReceivedAt"), "nextReadAt" = clock_timestamp(),
      "urgent" = true, "fruitlessReads" = 0
    FROM (
      SELECT max(event."receivedAt") OVER () AS "lastReceivedAt",
        CASE WHEN ${REPORTS} THEN event."status" END AS "status",
        CASE WHEN ${REPORTS} THEN event."createdAt" END AS "createdAt"
      FROM "ReceivedEvent" AS event JOIN "Inquiry" AS own USING ("inquiryId")
      WHERE own."id" = ${inquiry.id}::uuid AND ${sinceCreated(inquiry)}
      ORDER BY NOT ${REPORTS}, event."createdAt" DESC LIMIT 1
    ) AS newest
    WHERE "Inquiry"."id" = ${inquiry.id}::uuid`
}

/**
 * Whether a stored event about this inquiry hasn't reached its row: one that arrived since the read began, or one newer
 * than what is reported. It arrived while the inquiryId was being bound, or before a later event bound it.
 */
export async function hasUnheardEvent(
  inquiry: Held,
  beganAt: Date,
  tx: DbOrTransaction,
): Promise<boolean> {
  const events = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "ReceivedEvent" AS event JOIN "Inquiry" AS own USING ("inquiryId")
    WHERE own."id" = ${inquiry.id}::uuid AND ${sinceCreated(inquiry)} AND (
      event."receivedAt" >= ${beganAt}
      OR ${REPORTS} AND coalesce(event."createdAt" > own."reportedAt", true)
    )
    LIMIT 1`
  return events.length > 0
}
