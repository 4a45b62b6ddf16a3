/**
 * Reads an inquiry's status from the service (S1) and applies the answer. This is the only place where a status
 * changes. Polling, events, returning customers and staff all end up here.
 */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { type DbOrTransaction, db, NOW_AS_STORED } from '../db'
import { errorName, log } from '../log'
import type { Inquiry } from '../prisma-client/client'
import type { VerificationClient } from '../verification/client'
import { NotFoundError, VerificationError } from '../verification/errors'
import type { ServiceInquiry } from '../verification/schemas'
import { adoptEvents, hasUnheardEvent } from './adopt-events'
import { applyGrant } from './grant-account'
import { resolveRead, resolveWaiting, retryRead } from './rules'
import { pauseAfter } from './service-gate'
import { awaitsRead } from './status'

/** What identifies an inquiry to a read. */
type Readable = Pick<Inquiry, 'id' | 'inquiryId' | 'referenceId' | 'applicantHash'>

/**
 * Reads one inquiry. Every outcome ends up in its row; only a bug or an unreachable database throws.
 * @param beganAt the database's time before the call
 * @param isScheduled false if staff asked for it, so a failure must not change the schedule
 * @returns whether the read granted an account
 */
export async function readInquiry(
  inquiry: Inquiry,
  beganAt: Date,
  service: VerificationClient,
  isScheduled = true,
): Promise<boolean> {
  const { id, inquiryId } = inquiry
  if (inquiryId === null) return false
  try {
    const read = await service.getInquiry({ inquiryId, correlationId: randomUUID() })
    const applied = await applyRead(inquiry, read, beganAt)
    if (applied === 'mismatch') {
      log.error('read_mismatch', { inquiry: id })
      await failRead(inquiry, beganAt, 'REFERENCE_MISMATCH', true, isScheduled)
    }
    return applied === 'granted'
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    log.warn('read_failed', { inquiry: id, error: errorName(error) })
    await pauseAfter(error)
    const isFruitless = error instanceof NotFoundError
    await failRead(inquiry, beganAt, errorName(error), isFruitless, isScheduled)
    return false
  }
}

/**
 * Applies what a read returned, in one transaction that locks the inquiry.
 * @returns `mismatch` if the response is about another inquiry, so none of it may be used
 */
export async function applyRead(
  inquiry: Readable,
  read: ServiceInquiry,
  beganAt: Date,
): Promise<'mismatch' | 'applied' | 'granted'> {
  const isOurs =
    read.inquiryId === inquiry.inquiryId &&
    (read.referenceId === null || read.referenceId === inquiry.referenceId)
  if (!isOurs) return 'mismatch'

  return db().$transaction(async (tx) => {
    const { now, ...row } = await lockForRead(inquiry, tx)
    const outcome = resolveRead(row, { ...read, beganAt }, now, Math.random)
    if (outcome.kind === 'discarded') {
      // Otherwise a row claimed in the same millisecond as the event would wait until its lease expires.
      if (outcome.nextReadAt !== null && !row.isAskedAgain) {
        const data = { nextReadAt: outcome.nextReadAt, urgent: true }
        await tx.inquiry.update({ where: { id: row.id }, data, select: { id: true } })
      }
      return 'applied'
    }
    // If someone asked for a newer read after this one was claimed, it stays due.
    const nextReadAt = row.isAskedAgain ? row.nextReadAt : outcome.nextReadAt
    if (outcome.kind === 'contradicting') {
      const data = { nextReadAt, urgent: true, readError: null, fruitlessReads: 0 }
      await tx.inquiry.update({ where: { id: row.id }, data, select: { id: true } })
      return 'applied'
    }
    const needsGrant = read.status === 'APPROVED' && row.grantedAt === null
    if (needsGrant && (await hasUnheardEvent(row, beganAt, tx))) {
      await adoptEvents(row, tx)
      return 'applied'
    }
    await tx.inquiry.update({
      where: { id: row.id },
      data: {
        status: read.status,
        readAt: beganAt,
        decidedAt: outcome.decidedAt,
        reversedAt: outcome.reversedAt,
        waitingSince: resolveWaiting(row, { ...read, beganAt }, now),
        expiresAt: read.expiresAt,
        reviewReasons: read.reviewReasons,
        portalDecisionNote: read.portalDecisionNote,
        portalDecidedAt: read.portalDecidedAt,
        nextReadAt,
        urgent: row.isAskedAgain,
        readError: null,
        fruitlessReads: 0,
        ...(outcome.isOver && { activeApplicantHash: null }),
      },
      select: { id: true },
    })
    if (row.status !== read.status) {
      const change = { fromStatus: row.status, toStatus: read.status, readAt: beganAt }
      await tx.statusChange.create({ data: { inquiryRow: row.id, ...change } })
    }
    return (await applyGrant(row, read.status, now, tx)) ? 'granted' : 'applied'
  })
}

type LockedRow = Pick<
  Inquiry,
  | 'id'
  | 'applicantHash'
  | 'reportedStatus'
  | 'reportedAt'
  | 'heardAt'
  | 'status'
  | 'readAt'
  | 'decidedAt'
  | 'reversedAt'
  | 'waitingSince'
  | 'grantedAt'
  | 'nextReadAt'
  | 'urgent'
  | 'readAttempts'
  | 'fruitlessReads'
  | 'createdAt'
> & {
  /** Another read was requested after this one was claimed. Otherwise the row wouldn't be due until its lease expires. */
  isAskedAgain: boolean
}

/** Locks the applicant, then the inquiry, so concurrent reads of one applicant can't deadlock. */
async function lockForRead(
  { id, applicantHash }: Readable,
  tx: DbOrTransaction,
): Promise<LockedRow & { now: Date }> {
  const [row] = await tx.$queryRaw<(LockedRow & { now: Date })[]>`
    SELECT "id", "applicantHash", "reportedStatus", "reportedAt", "heardAt", "status", "readAt", "decidedAt",
      "reversedAt", "waitingSince", "grantedAt", "nextReadAt", "urgent", "readAttempts", "fruitlessReads", "createdAt",
      "urgent" AND coalesce("nextReadAt" <= ${NOW_AS_STORED}, false) AS "isAskedAgain", ${NOW_AS_STORED} AS "now"
    FROM (SELECT pg_advisory_xact_lock(hashtextextended(${applicantHash}, 0))) AS applicant, "Inquiry"
    WHERE "id" = ${id}::uuid
    FOR UPDATE OF "Inquiry"`
  if (!row) throw new Error('The inquiry was erased')
  return row
}

/**
 * Changes nothing if a newer read has succeeded or been requested: this failure says nothing about its result. A read that staff
 * asked for leaves the schedule as it is, and says nothing once another read has ended it.
 */
async function failRead(
  inquiry: Readable,
  beganAt: Date,
  readError: string,
  isFruitless: boolean,
  isScheduled: boolean,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const { now, ...row } = await lockForRead(inquiry, tx)
    if (row.isAskedAgain || (row.readAt !== null && row.readAt >= beganAt)) return
    if (!isScheduled && row.nextReadAt === null) return
    // Reads that only a customer asked for don't count towards MAX_FRUITLESS_READS, which ends scheduled reads.
    const isCounted = isFruitless && (awaitsRead(row) || !row.urgent)
    const retry = retryRead(row, isCounted, now, Math.random)
    // A read that someone is waiting for stays ahead of scheduled ones.
    const urgent = retry.nextReadAt !== null && (awaitsRead(row) || row.urgent)
    const data = isScheduled ? { readError, urgent, ...retry } : { readError }
    await tx.inquiry.update({ where: { id: row.id }, data, select: { id: true } })
  })
}
