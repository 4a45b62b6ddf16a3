/**
 * Events can arrive before we know whose they are: before the answer of the open that caused them, and without our
 * reference (N12). They are stored, and the inquiry adopts them once it has their inquiryId.
 */
import 'server-only'
import type { DbOrTransaction } from '../db'
import { receivedSince } from '../event-days'
import { Prisma } from '../prisma-client/client'
import { timeOfUuid7 } from '../uuid7-time'

/** An event whose two ids contradict each other reports nothing. */
const REPORTS = Prisma.sql`(event."status" IS NOT NULL AND coalesce(event."referenceId" = own."referenceId", true))`

/** No event about an inquiry is older than its row, which is committed before the service is asked to open anything. */
const sinceMade = (id: string) => receivedSince(timeOfUuid7(id) ?? new Date(0))

/**
 * Marks the inquiry as heard of, if events about it are stored. The newest createdAt decides what is reported.
 * @param id our own id of an inquiry that the transaction holds
 */
export async function adoptEvents(id: string, tx: DbOrTransaction): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Inquiry" SET
      "reportedStatus" = newest."status", "reportedAt" = newest."createdAt",
      "heardAt" = clock_timestamp(), "nextReadAt" = clock_timestamp(), "urgent" = true,
      "fruitlessReads" = 0
    FROM (
      SELECT CASE WHEN ${REPORTS} THEN event."status" END AS "status",
        CASE WHEN ${REPORTS} THEN event."createdAt" END AS "createdAt"
      FROM "ReceivedEvent" AS event JOIN "Inquiry" AS own USING ("inquiryId")
      WHERE own."id" = ${id}::uuid AND ${sinceMade(id)}
      ORDER BY NOT ${REPORTS}, event."createdAt" DESC LIMIT 1
    ) AS newest
    WHERE "Inquiry"."id" = ${id}::uuid`
}

/**
 * Whether an event about this inquiry is stored that its row hasn't heard of: one that arrived since the read began, or
 * one that is newer than what is reported. The inquiryId was being bound when it arrived, or was bound by a later one.
 */
export async function hasUnheardEvent(
  id: string,
  beganAt: Date,
  tx: DbOrTransaction,
): Promise<boolean> {
  const events = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "ReceivedEvent" AS event JOIN "Inquiry" AS own USING ("inquiryId")
    WHERE own."id" = ${id}::uuid AND ${sinceMade(id)} AND (
      event."receivedAt" >= ${beganAt}
      OR ${REPORTS} AND coalesce(event."createdAt" > own."reportedAt", true)
    )
    LIMIT 1`
  return events.length > 0
}
