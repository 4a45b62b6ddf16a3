/**
 * Reads an inquiry's status from the service (S1) and applies the answer. Only here does a status change, and only here is an
 * approval granted or withdrawn. Polling, events, returning customers and staff all end up here.
 */
import 'server-only'
import { type DbOrTransaction, db } from '../database/db'
import { type AuditFacts, audit } from '../privacy/audit'
import { log } from '../runtime/log'
import type { VerificationClient } from '../verification/client'
import { NotFoundError, RejectedError, VerificationError } from '../verification/errors'
import type { ServiceInquiry } from '../verification/schemas'
import { listReports } from './inbox'
import { addNotice, hasUnsentNotice } from './notices'
import {
  type Claim,
  isAwaited,
  keepClaim,
  type LockedInquiry,
  lockClaim,
  release,
  triesOf,
  wakeOtherAttempts,
} from './queue'
import { isAbout } from './read-again'
import { type Answer, isOwed, judge, noticeOf, resolveGrant } from './rules'
import { pauseAfter } from './service-gate'
import { isDecision, REFERENCE_MISMATCH } from './status'

/** What is left to do under a claim once its read is applied. Its lease was extended for that. */
export interface Unfinished {
  claim: Claim
  /** When to read again once it is done. */
  nextReadAt: Date | null
  /** Since when the grant stands whose account is to be opened; null if none is. */
  grantedAt: Date | null
}

/**
 * Reads a claimed inquiry. Every outcome ends up in its row; only a bug or an unreachable database throws.
 * @returns what is left to do under the same claim; null if nothing
 */
export async function readInquiry(
  claim: Claim,
  service: VerificationClient,
): Promise<Unfinished | null> {
  const { id, serviceInquiryId, correlationId } = claim
  if (serviceInquiryId === null) return null
  try {
    const read = await service.getInquiry({ inquiryId: serviceInquiryId, correlationId })
    if (isAbout(claim, read)) return await applyRead(claim, read)
    log.error('read_mismatch', { inquiry: id, correlationId })
    return await applyFailure(claim, { kind: 'missing' }, REFERENCE_MISMATCH)
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    log.warn('read_failed', { inquiry: id, correlationId, error: error.reason })
    await pauseAfter(error)
    // A refusal would be repeated, as a 404 would.
    const isMissing = error instanceof NotFoundError || error instanceof RejectedError
    return await applyFailure(claim, { kind: isMissing ? 'missing' : 'failed' }, error.reason)
  }
}

/** Applies what a read returned, unless the claim is void. */
export const applyRead = (claim: Claim, read: ServiceInquiry): Promise<Unfinished | null> =>
  db().$transaction(async (tx) => {
    const row = await lockClaim(claim, tx)
    if (!row) return null
    const { status, expiresAt } = read
    const verdict = await judgeNow(claim, row, { kind: 'read', status, expiresAt }, tx)
    const { isBelieved, missingSince, ...next } = verdict
    if (!isBelieved) {
      log.info('read_in_doubt', { inquiry: row.id })
      await release(row, next, { lastError: null, missingSince }, tx)
      return null
    }
    const isNew = row.status !== status
    const grantedAt = await settleGrant(row, status, tx)
    if (isNew) await noteChange(row, status, tx)
    await release(
      row,
      { ...next, startsAgain: isNew },
      {
        lastError: null,
        missingSince,
        status,
        readAt: claim.claimedAt,
        expiresAt,
        reviewReasons: read.reviewReasons,
        portalDecisionNote: read.portalDecisionNote,
        portalDecidedAt: read.portalDecidedAt,
        ...NOTHING_REPORTED,
        grantedAt,
        // An account that is no longer wanted can't fail.
        ...(grantedAt === null && { accountError: null }),
        ...(isNew && { statusSince: row.now }),
        ...(isNew && isDecision(row.status) && { reversedAt: row.now }),
      },
      tx,
    )
    return goOn(claim, { ...row, grantedAt }, next.nextReadAt, tx)
  })

const NOTHING_REPORTED = { reportedStatus: null, reportedAt: null, reportsDisagree: false }

/** Schedules the next read after one that failed, unless the claim is void. */
export const applyFailure = (
  claim: Claim,
  answer: Exclude<Answer, { kind: 'read' }>,
  lastError: string,
): Promise<Unfinished | null> =>
  db().$transaction(async (tx) => {
    const row = await lockClaim(claim, tx)
    if (!row) return null
    const { isBelieved: _, missingSince, ...next } = await judgeNow(claim, row, answer, tx)
    // Only a read of our own inquiry ends a mismatch: until then, the service's id may start somebody else's flow.
    const isMismatched = row.lastError === REFERENCE_MISMATCH
    const kept = isMismatched ? REFERENCE_MISMATCH : lastError
    // What was reported of a lost inquiry won't be confirmed any more.
    const isLost = next.nextReadAt === null && !isDecision(row.status)
    await release(row, next, { lastError: kept, missingSince, ...(isLost && NOTHING_REPORTED) }, tx)
    // An account waits for a read that says APPROVED. What is to be told was confirmed earlier.
    return goOn(claim, { ...row, grantedAt: null }, next.nextReadAt, tx)
  })

async function judgeNow(claim: Claim, row: LockedInquiry, answer: Answer, tx: DbOrTransaction) {
  const { claimedAt } = claim
  const since = new Date(Math.min(claimedAt.getTime(), row.readAt?.getTime() ?? 0))
  const reports = await listReports(row.id, since, tx)
  const known = { ...row, isAwaited: isAwaited(row), tries: triesOf(row) }
  return judge(known, answer, reports, { claimedAt, now: row.now })
}

/** Keeps the claim if an account is to be opened or the customer is to be told something. */
async function goOn(
  claim: Claim,
  row: LockedInquiry,
  nextReadAt: Date | null,
  tx: DbOrTransaction,
): Promise<Unfinished | null> {
  const grantedAt = isOwed(row) ? row.grantedAt : null
  if (grantedAt === null && !(await hasUnsentNotice(row.id, tx))) return null
  await keepClaim(row, tx)
  return { claim, nextReadAt, grantedAt }
}

/** Keeps the history of the status, and what the customer is to be told about it. */
async function noteChange(row: LockedInquiry, toStatus: string, tx: DbOrTransaction) {
  const { id: inquiryId, status: fromStatus, now: at } = row
  const data = { inquiryId, fromStatus, toStatus, at }
  await tx.statusChange.create({ data, select: { id: true } })
  const kind = noticeOf(fromStatus, toStatus)
  if (kind) await addNotice({ inquiryId, kind, status: toStatus, at }, tx)
}

/** The core system was asked for an account, and hasn't refused. */
export const MAY_HAVE_ACCOUNT = { accountAskedAt: { not: null }, accountRefusal: null }

/**
 * Whether a confirmed status leaves the inquiry with a grant. One grant stands for an applicant, and once an account may have been
 * opened for an applicant, no second one is opened automatically. A unique index backs up the former.
 * @returns since when the grant stands; null if none does
 */
async function settleGrant(
  row: LockedInquiry,
  status: string,
  tx: DbOrTransaction,
): Promise<Date | null> {
  const { id, applicantHash, grantedAt, now } = row
  const other = await tx.inquiry.findFirst({
    where: {
      applicantHash,
      id: { not: id },
      OR: [{ grantedAt: { not: null } }, MAY_HAVE_ACCOUNT],
    },
    select: { id: true },
  })
  const note = (action: AuditFacts['action'], outcome: string) =>
    audit({ actor: 'system', action, inquiry: id, outcome }, tx)
  switch (resolveGrant(grantedAt, status, other !== null)) {
    case 'unchanged':
      return grantedAt
    case 'grant':
      await note('account.granted', 'granted')
      return now
    case 'withdraw':
      // Another approved attempt may have been waiting behind this grant.
      await wakeOtherAttempts(row, tx)
      await note('account.withdrawn', 'reversed')
      return null
    case 'has_one_already': {
      const where = { inquiryId: id, action: 'account.not_granted' }
      const isNoted = await tx.auditEntry.findFirst({ where, select: { id: true } })
      if (!isNoted) await note('account.not_granted', 'has_one_already')
      return null
    }
  }
}
