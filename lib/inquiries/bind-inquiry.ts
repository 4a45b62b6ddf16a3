/** Binds the service's inquiryId to the row that asked for it, and applies events that came before. */
import 'server-only'
import { db } from '../db'
import { isUniqueViolation } from './database-errors'
import { matchEventsOf } from './match-events'

/**
 * Idempotent. An event may have bound the row already; another id then is an orphan (N2: the service ignored the
 * Idempotency-Key), which is flagged for staff and never takes the place of the first.
 */
export async function bindInquiry(row: string, inquiryId: string): Promise<void> {
  try {
    await db().$transaction(async (tx) => {
      const { count } = await tx.inquiry.updateMany({
        where: { id: row, inquiryId: null },
        data: {
          inquiryId,
          openState: 'OPEN',
          openError: null,
          nextReadAt: new Date(),
          urgent: true,
          readAttempts: 0,
        },
      })
      if (count === 0) {
        await tx.inquiry.updateMany({
          where: { id: row, inquiryId: { not: inquiryId } },
          data: { orphanId: inquiryId },
        })
      }
      await matchEventsOf(inquiryId, tx)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The service gave one inquiry to two requests. Nothing may be concluded from it for this one.
    await db().inquiry.updateMany({
      where: { id: row, inquiryId: null },
      data: {
        openState: 'OPEN_FAILED',
        openError: 'INQUIRY_TAKEN',
        liveFor: null,
        nextReadAt: null,
      },
    })
  }
}
