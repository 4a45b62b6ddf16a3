/**
 * The inbox: events that are stored and not yet taken in. Taking an event in gives it to its inquiry. An event that belongs to no
 * inquiry of ours is set aside, and only staff see it.
 */
import 'server-only'
import { type DbOrTransaction, db } from '../database/db'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { LAG_MS } from '../verification/times'
import type { Report } from './rules'

/** How many waiting events a query looks at, the oldest first, so that it costs the same however many wait. */
const SEEN_AT_ONCE = 500
/** How many events are taken in at once, so that no number of them makes it fail. Those that are left void the next read. */
const TAKEN_AT_ONCE = 10_000
/** A cap for each status, so that a broken sender can't make reads slow. No real inquiry reaches it. */
const REPORTS_OF_A_STATUS = 100

const IS_WAITING = Prisma.sql`"inquiryId" IS NULL AND "setAsideAt" IS NULL`

/**
 * The oldest waiting events, each with the inquiry that it belongs to: by the service's id, or by our reference while that inquiry
 * has no id yet (N12).
 */
const WAITING = Prisma.sql`
  SELECT "id", "arrivedAt", "serviceInquiryId", coalesce(
    (SELECT "id" FROM "Inquiry" WHERE "serviceInquiryId" = event."serviceInquiryId"),
    (SELECT "id" FROM "Inquiry" WHERE "referenceId" = event."referenceId" AND "serviceInquiryId" IS NULL)
  ) AS "own"
  FROM "WebhookEvent" AS event WHERE ${IS_WAITING} ORDER BY "arrivedAt" LIMIT ${SEEN_AT_ONCE}`

/** When the oldest waiting event arrived; null if none waits. */
export const OLDEST_WAITING = Prisma.sql`SELECT min("arrivedAt") FROM "WebhookEvent" WHERE ${IS_WAITING}`

/** Locks the inquiry whose event has waited for longest. Skips inquiries that another transaction has locked. */
export async function lockNextWithEvents(tx: DbOrTransaction): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT "Inquiry"."id" FROM (${WAITING}) AS waiting JOIN "Inquiry" ON "Inquiry"."id" = "own"
    ORDER BY "arrivedAt" LIMIT 1 FOR UPDATE OF "Inquiry" SKIP LOCKED`
  return row?.id ?? null
}

/**
 * Gives an inquiry that the transaction has locked the events that belong to it.
 * @returns how many
 */
export async function takeEvents(id: string, tx: DbOrTransaction): Promise<number> {
  // The answer to the open may be lost, so an event with our reference also brings the service's id. The first one wins.
  const { serviceInquiryId } = await tx.inquiry.findUniqueOrThrow({
    where: { id },
    select: { serviceInquiryId: true },
  })
  if (serviceInquiryId === null)
    await tx.$executeRaw`
    UPDATE "Inquiry" SET "serviceInquiryId" = first."serviceInquiryId", "openState" = 'OPEN', "lastError" = NULL
    FROM (
      SELECT * FROM (${WAITING}) AS waiting WHERE "own" = ${id}::uuid ORDER BY "arrivedAt" LIMIT 1
    ) AS first
    WHERE "Inquiry"."id" = ${id}::uuid AND "Inquiry"."serviceInquiryId" IS NULL`
  // A time after now was written before the clock was set back, and would make everything that arrives until then old.
  await tx.$executeRaw`
    UPDATE "Inquiry" SET "readAt" = clock_timestamp() WHERE "id" = ${id}::uuid AND "readAt" > clock_timestamp()`
  // Includes those that were set aside before the inquiry had this id. A time after now would cast doubt for too long, so it becomes
  // now. No read has been believed that knew of the events, so none of them is older than the last one: their storing may have
  // begun before that read was claimed, and ended after it was applied.
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
 * Sets aside waiting events for an unknown inquiry, or for our reference under another id. If an inquiry is opened with that id
 * later, it takes them in. Foreign events may carry a personal reference, so it is dropped. Waits for no lock: an event whose
 * inquiry is locked, perhaps because it is being erased, is left for the next time.
 * @returns how many
 */
export const setAsideForeignEvents = (): Promise<number> => db().$executeRaw`
  WITH unmatched AS (SELECT "id" FROM (${WAITING}) AS waiting WHERE "own" IS NULL),
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

/** Events that were set aside because they came before the answer to their open, and named no reference (N12), wait again. */
export const waitAgain = (serviceInquiryId: string) =>
  db().webhookEvent.updateMany({
    where: { serviceInquiryId, inquiryId: null, setAsideAt: { not: null } },
    data: { setAsideAt: null },
  })

/** Whether an event of this inquiry is stored and not yet taken in. */
export async function hasWaitingEvent(
  { serviceInquiryId }: Pick<Inquiry, 'serviceInquiryId'>,
  tx: DbOrTransaction,
): Promise<boolean> {
  if (serviceInquiryId === null) return false
  const where = { serviceInquiryId, inquiryId: null }
  return (await tx.webhookEvent.findFirst({ where, select: { id: true } })) !== null
}

/** What the events of an inquiry report that arrived since a time, or that the status endpoint may have lagged behind then (N6). */
export const listReports = (
  id: string,
  since: Date,
  tx: DbOrTransaction,
): Promise<Report[]> => tx.$queryRaw`
  SELECT "status", "signedAt", "arrivedAt" FROM (
    SELECT *, row_number() OVER (PARTITION BY "status" ORDER BY "arrivedAt" DESC) AS "nth" FROM "WebhookEvent"
    WHERE "inquiryId" = ${id}::uuid AND "setAsideAt" IS NULL AND "arrivedAt" > ${new Date(since.getTime() - LAG_MS)}
  ) AS event WHERE "nth" <= ${REPORTS_OF_A_STATUS}`
