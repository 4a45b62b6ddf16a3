/**
 * Read-back: a GET of the status that settles a row (S1). It is the authority that confirms or corrects what an
 * event reported, and the only source for FAILED, COMPLETED and expiry, which have no event.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { db } from '../db'
import { errorName, log } from '../log'
import type { Inquiry } from '../prisma-client/client'
import { traced } from '../tracing'
import type { VerificationClient } from '../verification/client'
import { VerificationError } from '../verification/errors'
import type { ServiceInquiry } from '../verification/schemas'
import { grantAccount } from './grant-account'
import { matchEventsOf } from './match-events'
import { readDelayMs, weighRead } from './read-rules'
import { pauseAfter } from './service-gate'

/** Reads one row back. Every outcome is on the row afterwards; only a bug or an absent database throws. */
export async function readBack(row: Inquiry, service: VerificationClient): Promise<void> {
  const { id, inquiryId, correlationId } = row
  if (inquiryId === null) return
  await traced('read back', { inquiry: id, correlationId }, () => readOnce(row, inquiryId, service))
}

async function readOnce(row: Inquiry, inquiryId: string, service: VerificationClient) {
  const startedAt = new Date()
  try {
    const read = await service.getInquiry({ inquiryId, correlationId: randomUUID() })
    await applyRead(row, read, startedAt)
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    log.warn('read_back_failed', { inquiry: row.id, error: errorName(error) })
    await pauseAfter(error)
    await db().inquiry.updateMany({
      where: { id: row.id, nextReadAt: row.nextReadAt },
      data: {
        readError: errorName(error),
        nextReadAt: new Date(Date.now() + readDelayMs(row.readAttempts, Math.random)),
      },
    })
  }
}

/**
 * Applies a read to its row, in one transaction that holds the row.
 * @param claimed the row as it was before the read; its `nextReadAt` is replaced only when nobody moved it meanwhile,
 *   so that an event that came during the read is still followed by another one
 * @param startedAt when the read was asked for: what it shows is at least as new
 * @returns false when the answer is not about this row: nothing of it may be used
 */
export async function applyRead(
  claimed: Pick<Inquiry, 'id' | 'inquiryId' | 'referenceId' | 'nextReadAt'>,
  read: ServiceInquiry,
  startedAt: Date,
): Promise<boolean> {
  const answersForRow =
    read.inquiryId === claimed.inquiryId &&
    (read.referenceId === null || read.referenceId === claimed.referenceId)
  if (!answersForRow) {
    await refuseRead(claimed)
    return false
  }

  await db().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM "Inquiry" WHERE "id" = ${claimed.id}::uuid FOR UPDATE`
    const row = await tx.inquiry.findUniqueOrThrow({ where: { id: claimed.id } })
    const isOlder =
      row.statusAsOf !== null && row.statusAsOf > startedAt && row.statusSource === 'READ'
    if (isOlder) return
    // What reported the status may have made the row known: events that were held until then belong to it.
    if (row.statusSource === 'WEBHOOK' && row.confirmedAt === null)
      await matchEventsOf(read.inquiryId, tx)
    const now = new Date()
    const effect = weighRead(row, read, now, Math.random)
    const due =
      row.nextReadAt?.getTime() === claimed.nextReadAt?.getTime()
        ? effect.nextReadAt
        : row.nextReadAt
    await tx.inquiry.update({
      where: { id: row.id },
      data: {
        ...(effect.confirmed && {
          status: read.status,
          statusAsOf: startedAt,
          statusSource: 'READ' as const,
          statusReceivedAt: now,
          confirmedAt: now,
        }),
        decision: effect.decision,
        decidedAt: row.decidedAt ?? (effect.decision ? now : null),
        reversedAt: effect.reversedAt,
        ...(effect.over && { liveFor: null }),
        expiresAt: read.expiresAt,
        reviewReasons: read.reviewReasons,
        portalDecisionNote: read.portalDecisionNote,
        portalDecidedAt: read.portalDecidedAt,
        nextReadAt: due,
        readError: null,
      },
    })
    if (effect.changed) {
      await tx.statusChange.create({
        data: {
          inquiryRow: row.id,
          fromStatus: row.status,
          toStatus: read.status,
          source: 'READ',
          asOf: startedAt,
        },
      })
    }
    if (effect.confirmed) await grantAccount(row.id, tx)
  })
  return true
}

/** The service answered for something else: nothing is concluded, and staff see why. */
async function refuseRead(claimed: Pick<Inquiry, 'id' | 'nextReadAt'>): Promise<void> {
  log.error('read_back_mismatch', { inquiry: claimed.id })
  await db().inquiry.updateMany({
    where: { id: claimed.id, nextReadAt: claimed.nextReadAt },
    data: { readError: 'REFERENCE_MISMATCH', nextReadAt: new Date(Date.now() + 3_600_000) },
  })
}
