/** Binds the service's inquiryId to the inquiry that asked for it. */
import 'server-only'
import { type DbOrTransaction, db } from '../db'
import { log } from '../log'
import { isUniqueViolation } from './database-errors'

/** The customer has only just been given the flow, so there is nothing to read yet. */
const FIRST_READ_AFTER_MS = 1_000

/**
 * Idempotent. An event may have bound the inquiry already. If the service then names another id, it ignored the
 * Idempotency-Key (N2): the second inquiry is kept as an orphan for staff, and never replaces the first.
 * @param id our own id of the inquiry
 */
export async function bindInquiry(id: string, inquiryId: string): Promise<void> {
  try {
    await db().$transaction(async (tx) => {
      const { count } = await tx.inquiry.updateMany({
        where: { id, inquiryId: null },
        data: {
          inquiryId,
          openState: 'OPEN',
          openError: null,
          nextReadAt: new Date(Date.now() + FIRST_READ_AFTER_MS),
          readAttempts: 0,
        },
      })
      if (count > 0) await adoptEvents(id, inquiryId, tx)
    })
    const { count: orphans } = await db().inquiry.updateMany({
      where: { id, inquiryId: { not: inquiryId } },
      data: { orphanId: inquiryId },
    })
    if (orphans > 0) log.warn('inquiry_orphaned', { inquiry: id })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The service gave one inquiry to two requests. Nothing may be concluded from it for this one.
    await db().inquiry.updateMany({
      where: { id, inquiryId: null },
      data: {
        openState: 'OPEN_FAILED',
        openError: 'INQUIRY_TAKEN',
        activeApplicantHash: null,
        nextReadAt: null,
      },
    })
  }
}

/** Events can arrive before the answer of the open that caused them, and need not name our reference (N12). */
async function adoptEvents(id: string, inquiryId: string, tx: DbOrTransaction): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Inquiry" SET
      "reportedStatus" = newest."status", "reportedAt" = newest."createdAt",
      "heardAt" = clock_timestamp(), "nextReadAt" = clock_timestamp(), "urgent" = true
    FROM (
      SELECT "status", "createdAt" FROM "WebhookEvent" WHERE "inquiryId" = ${inquiryId}::uuid
      ORDER BY "status" IS NULL, "createdAt" DESC LIMIT 1
    ) AS newest
    WHERE "Inquiry"."id" = ${id}::uuid`
}
