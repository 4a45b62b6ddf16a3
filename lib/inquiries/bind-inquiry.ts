/** Binds the service's inquiryId to the inquiry that asked for it. */
import 'server-only'
import { db } from '../db'
import { log } from '../log'
import { adoptEvents } from './adopt-events'
import { isUniqueViolation } from './database-errors'

/** The customer is only just entering the hosted flow, so there is nothing to read yet. */
const FIRST_READ_AFTER_MS = 1_000

/**
 * Idempotent. An event may have bound the inquiry already. If the service then names another id, it ignored the
 * Idempotency-Key (N2): the second inquiry is kept as an orphan for staff, and never replaces the first.
 * @param id our own id of the inquiry
 */
export async function bindInquiry(id: string, inquiryId: string): Promise<void> {
  try {
    await db().$transaction(async (tx) => {
      const [bound] = await tx.inquiry.updateManyAndReturn({
        where: { id, inquiryId: null },
        data: {
          inquiryId,
          openState: 'OPEN',
          openError: null,
          readAttempts: 0,
        },
        select: { id: true, createdAt: true },
      })
      if (!bound) return
      await tx.$executeRaw`
        UPDATE "Inquiry" SET "nextReadAt" = clock_timestamp() + ${FIRST_READ_AFTER_MS}::float8 * interval '1 millisecond'
        WHERE "id" = ${id}::uuid`
      await adoptEvents(bound, tx)
    })
    const { count: orphans } = await db().inquiry.updateMany({
      where: { id, inquiryId: { not: inquiryId } },
      data: { orphanId: inquiryId },
    })
    if (orphans > 0) log.warn('inquiry_orphaned', { inquiry: id })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The service returned one inquiry for two requests, so its id proves nothing about this one.
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
