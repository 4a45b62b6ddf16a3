/**
 * The inbox: stored events that wait to be taken in. Taking an event in assigns it to its inquiry. An event that matches no inquiry
 * is set aside, and only staff see it. An event with our reference but another service id is set aside too, and keeps a link to that
 * inquiry for staff.
 */
import 'server-only'
import { type DbOrTransaction, db } from '../database/db'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { LAG_MS } from '../verification/times'
import type { Report } from './rules'

/** A query looks at this many of the oldest waiting events, so its cost doesn't grow with the backlog. */
const SEEN_AT_ONCE = 500
/** Limits one statement, so that it can't time out. The remaining events still wait, so they void the next read. */
const TAKEN_AT_ONCE = 10_000
/** A cap for each status, so that a broken sender can't make reads slow. No real inquiry reaches it. */
const REPORTS_OF_A_STATUS = 100

const IS_WAITING = Prisma.sql`"inquiryId" IS NULL AND "setAsideAt" IS NULL`

/**
 * The oldest waiting events, each with the key of its inquiry, or null if none matches. An event belongs to the inquiry whose service
 * id it names. An inquiry without a service id is found by the event's reference (N12).
 */
const WAITING = Prisma.sql`
  SELECT "id", "arrivedAt", "serviceInquiryId", coalesce(
    (SELECT "id" FROM "Inquiry" WHERE "serviceInquiryId" = event."serviceInquiryId"),
    (SELECT "id" FROM "Inquiry" WHERE "referenceId" = event."referenceId" AND "serviceInquiryId" IS NULL)
  ) AS "matchedId"
  FROM "WebhookEvent" AS event WHERE ${IS_WAITING} ORDER BY "arrivedAt" LIMIT ${SEEN_AT_ONCE}`

/** When the oldest waiting event arrived; null if none waits. */
export const OLDEST_WAITING = Prisma.sql`SELECT min("arrivedAt") FROM "WebhookEvent" WHERE ${IS_WAITING}`

/** Locks the inquiry whose event has waited longest. Skips inquiries that another transaction has locked. */
export async function lockNextWithEvents(tx: DbOrTransaction): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT "Inquiry"."id" FROM (${WAITING}) AS waiting JOIN "Inquiry" ON "Inquiry"."id" = "matchedId"
    ORDER BY "arrivedAt" LIMIT 1 FOR UPDATE OF "Inquiry" SKIP LOCKED`
  return row?.id ?? null
}

/**
 * Assigns waiting events to their inquiry, which the transaction must have locked.
 * @returns how many it assigned
 */
export async function takeEvents(id: string, tx: DbOrTransaction): Promise<number> {
  // If the answer to the open was lost, the first event with our reference supplies the service's id.
  const { serviceInquiryId } = await tx.inquiry.findUniqueOrThrow({
    where: { id },
    select: { serviceInquiryId: true },
  })
  if (serviceInquiryId === null)
    await tx.$executeRaw`
    UPDATE "Inquiry" SET "serviceInquiryId" = first."serviceInquiryId", "openState" = 'OPEN', "lastError" = NULL, "failingSince" = NULL
    FROM (
      SELECT * FROM (${WAITING}) AS waiting WHERE "matchedId" = ${id}::uuid ORDER BY "arrivedAt" LIMIT 1
    ) AS first
    WHERE "Inquiry"."id" = ${id}::uuid AND "Inquiry"."serviceInquiryId" IS NULL`
  // If the clock was set back, `readAt` may lie in the future. New events would then look older than the last read.
  await tx.$executeRaw`
    UPDATE "Inquiry" SET "readAt" = clock_timestamp() WHERE "id" = ${id}::uuid AND "readAt" > clock_timestamp()`
  // This also takes events that were set aside before the inquiry had its id. It corrects two kinds of `arrivedAt`:
  // - A time in the future, from before the clock was set back, would keep reads in doubt for too long, so it becomes now.
  // - The INSERT of an event may have started before the last accepted read was claimed, and committed after it was applied. That
  //   read didn't see the event, so the event must not look older than the read.
  return tx.$executeRaw`
    WITH reset AS (
      UPDATE "WebhookEvent" SET "arrivedAt" = clock_timestamp()
      WHERE "inquiryId" = ${id}::uuid AND "arrivedAt" > clock_timestamp()
    )
    UPDATE "WebhookEvent"
    SET "inquiryId" = ${id}::uuid, "setAsideAt" = NULL, "arrivedAt" =
      greatest(least("arrivedAt", clock_timestamp()), (SELECT "readAt" FROM "Inquiry" WHERE "id" = ${id}::uuid))
    WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "WebhookEvent" WHERE "inquiryId" IS NULL
        AND "serviceInquiryId" = (SELECT "serviceInquiryId" FROM "Inquiry" WHERE "id" = ${id}::uuid) LIMIT ${TAKEN_AT_ONCE}
    ))`
}

/**
 * Sets aside waiting events for an unknown inquiry, or for our reference under another service id. If one of our inquiries gets that
 * service id later, it takes the event in. A foreign reference may be personal, so this deletes it. The statement waits for no lock:
 * if an event's inquiry is locked, perhaps by an erasure, the next call handles the event.
 * @returns how many it set aside
 */
export const setAsideForeignEvents = (): Promise<number> => db().$executeRaw`
  WITH unmatched AS (SELECT "id" FROM (${WAITING}) AS waiting WHERE "matchedId" IS NULL),
  named AS (
    SELECT "id", "referenceId" FROM "Inquiry"
    WHERE "referenceId" IN (SELECT "referenceId" FROM "WebhookEvent" WHERE "id" IN (SELECT "id" FROM unmatched))
    FOR KEY SHARE SKIP LOCKED
  )
  UPDATE "WebhookEvent" AS event SET "setAsideAt" = clock_timestamp(),
    ("inquiryId", "referenceId") = (SELECT "id", "referenceId" FROM named WHERE "referenceId" = event."referenceId")
  WHERE "id" = ANY(ARRAY(
    SELECT "id" FROM "WebhookEvent" AS one
    WHERE "inquiryId" IS NULL AND "id" IN (SELECT "id" FROM unmatched) AND NOT EXISTS (
      SELECT FROM "Inquiry" WHERE "referenceId" = one."referenceId" AND "id" NOT IN (SELECT "id" FROM named)
    )
    FOR UPDATE OF one SKIP LOCKED
  ))`

/**
 * Makes set-aside events wait again when an inquiry gets the service id that they name. They arrived before that and named no
 * reference (N12), so nothing matched them.
 */
export const returnToInbox = (serviceInquiryId: string) =>
  db().webhookEvent.updateMany({
    where: { serviceInquiryId, inquiryId: null, setAsideAt: { not: null } },
    data: { setAsideAt: null },
  })

/** Whether an event of this inquiry waits to be taken in. */
export async function hasWaitingEvent(
  { serviceInquiryId }: Pick<Inquiry, 'serviceInquiryId'>,
  tx: DbOrTransaction,
): Promise<boolean> {
  if (serviceInquiryId === null) return false
  const where = { serviceInquiryId, inquiryId: null }
  return (await tx.webhookEvent.findFirst({ where, select: { id: true } })) !== null
}

/**
 * What an inquiry's events have reported since a time. Starts {@link LAG_MS} earlier, because a read may lag behind those events
 * (N6).
 */
export const listReports = (
  id: string,
  since: Date,
  tx: DbOrTransaction,
): Promise<Report[]> => tx.$queryRaw`
  SELECT "status", "signedAt", "arrivedAt" FROM (
    SELECT *, row_number() OVER (PARTITION BY "status" ORDER BY "arrivedAt" DESC) AS "nth" FROM "WebhookEvent"
    WHERE "inquiryId" = ${id}::uuid AND "setAsideAt" IS NULL AND "arrivedAt" > ${new Date(since.getTime() - LAG_MS)}
  ) AS event WHERE "nth" <= ${REPORTS_OF_A_STATUS}`
