/**
 * Reads an inquiry's status from the service (S1) and applies the answer. Only this file changes the confirmed status, and only this
 * file grants or withdraws an account. Polling, events, returning customers and staff all lead to a read here.
 */
import 'server-only'
import { type DbOrTransaction, db } from '../database/db'
import { type AuditFacts, audit } from '../privacy/audit'
import { failure, log } from '../runtime/log'
import { metrics } from '../runtime/metrics'
import { oncePerProcess } from '../runtime/once-per-process'
import type { VerificationClient } from '../verification/client'
import { NotFoundError, RejectedError, VerificationError } from '../verification/errors'
import type { ServiceInquiry } from '../verification/schemas'
import { listReports } from './inbox'
import { addNotice, hasUnsentNotice } from './notices'
import {
  type Claim,
  extendAfterRead,
  failedWith,
  isUrgent,
  type LockedInquiry,
  lockClaim,
  release,
  SUCCEEDED,
  triesOf,
  wakeFailedReads,
  wakeOtherAttempts,
} from './queue'
import { isAbout } from './read-again'
import { type Answer, isOwed, judge, noticeOf, resolveGrant } from './rules'
import { pauseAfter } from './service-gate'
import { isDecision, REFERENCE_MISMATCH } from './status'

/** The work that remains under a claim after its read is applied. The claim's lease is extended for it. */
export interface Unfinished {
  claim: Claim
  /** When to read again once the work is done. */
  nextReadAt: Date | null
  /** When the account was granted, if it must still be opened; else null. */
  grantedAt: Date | null
}

/**
 * Reads a claimed inquiry and stores the outcome in its row. Only a bug or an unreachable database throws.
 * @returns the remaining work under this claim; null if there is none
 */
export async function readInquiry(
  claim: Claim,
  service: VerificationClient,
): Promise<Unfinished | null> {
  const { id, serviceInquiryId, correlationId } = claim
  if (serviceInquiryId === null) return null
  try {
    const read = await service.getInquiry({ inquiryId: serviceInquiryId, correlationId })
    await noteSuccess(claim)
    if (isAbout(claim, read)) return await applyRead(claim, read)
    log.error('read_mismatch', { inquiry: id, correlationId })
    return await applyFailure(claim, { kind: 'missing' }, REFERENCE_MISMATCH)
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    log.warn('read_failed', { inquiry: id, correlationId, ...failure(error), error: error.reason })
    await pauseAfter(error)
    // The service would refuse the same read again, so the app treats a refusal as a 404.
    const isMissing = error instanceof NotFoundError || error instanceof RejectedError
    if (!isMissing) reads().haveFailed = true
    return await applyFailure(claim, { kind: isMissing ? 'missing' : 'failed' }, error.reason)
  }
}

/** The reads of this process: when the last one succeeded, by the monotonic clock, and whether one has failed since. */
const reads = () => oncePerProcess('reads', () => ({ succeededAt: -Infinity, haveFailed: false }))
/** If reads have failed and none has succeeded for this long, it was an outage. Otherwise, each read keeps its backoff. */
const OUTAGE_MS = 15_000

/** After an outage, the first read that succeeds makes the others due, so that customers don't wait for their backoff. */
async function noteSuccess({ lastError }: Claim): Promise<void> {
  const { succeededAt, haveFailed } = reads()
  const now = performance.now()
  Object.assign(reads(), { succeededAt: now, haveFailed: false })
  if ((haveFailed || lastError !== null) && now - succeededAt > OUTAGE_MS) await wakeFailedReads()
}

/** Applies a read's answer, unless the claim is void. */
export const applyRead = (claim: Claim, read: ServiceInquiry): Promise<Unfinished | null> =>
  db().$transaction(async (tx) => {
    const row = await lockClaim(claim, tx)
    if (!row) return null
    const { status, expiresAt } = read
    const verdict = await judgeNow(claim, row, { kind: 'read', status, expiresAt }, tx)
    const { isAccepted, missingSince, ...next } = verdict
    if (!isAccepted) {
      log.info('read_in_doubt', { inquiry: row.id })
      await release(row, next, { ...SUCCEEDED, missingSince }, tx)
      return null
    }
    const isNew = row.status !== status
    const grantedAt = await settleGrant(row, status, tx)
    if (isNew) await noteChange(row, status, tx)
    await release(
      row,
      { ...next, resetsBackoff: isNew },
      {
        ...SUCCEEDED,
        missingSince,
        status,
        readAt: claim.claimedAt,
        expiresAt,
        reviewReasons: read.reviewReasons,
        portalDecisionNote: read.portalDecisionNote,
        portalDecidedAt: read.portalDecidedAt,
        ...NOTHING_REPORTED,
        grantedAt,
        // Without a grant, an earlier failure to open the account no longer matters.
        ...(grantedAt === null && { accountError: null }),
        ...(isNew && { statusSince: row.now }),
        ...(isNew && isDecision(row.status) && { reversedAt: row.now }),
        ...(row.grantedAt !== null && grantedAt === null && NOT_BLOCKED),
      },
      tx,
    )
    return keepClaimForWork(claim, { ...row, grantedAt }, next.nextReadAt, tx)
  })

const NOTHING_REPORTED = { reportedStatus: null, reportedAt: null, reportsDisagree: false }

/** Schedules the next read after a failed one, unless the claim is void. */
export const applyFailure = (
  claim: Claim,
  answer: Exclude<Answer, { kind: 'read' }>,
  lastError: string,
): Promise<Unfinished | null> =>
  db().$transaction(async (tx) => {
    const row = await lockClaim(claim, tx)
    if (!row) return null
    const { isAccepted: _, missingSince, ...next } = await judgeNow(claim, row, answer, tx)
    // Keep a mismatch until a read returns our own inquiry: until then, the service's id may start another person's flow.
    const isMismatched = row.lastError === REFERENCE_MISMATCH
    const kept = isMismatched ? REFERENCE_MISMATCH : lastError
    // No further read will confirm the reported status, so screens stop showing it.
    const isLost = next.nextReadAt === null && !isDecision(row.status)
    const changes = {
      ...failedWith(kept, row, row.now),
      missingSince,
      ...(isLost && { ...NOTHING_REPORTED, failingSince: row.now }),
    }
    await release(row, next, changes, tx)
    // A failed read opens no account. It still sends notices, because an earlier read confirmed them.
    return keepClaimForWork(claim, { ...row, grantedAt: null }, next.nextReadAt, tx)
  })

async function judgeNow(claim: Claim, row: LockedInquiry, answer: Answer, tx: DbOrTransaction) {
  const { claimedAt } = claim
  const since = new Date(Math.min(claimedAt.getTime(), row.readAt?.getTime() ?? 0))
  const reports = await listReports(row.id, since, tx)
  const known = { ...row, isUrgent: isUrgent(row), tries: triesOf(row) }
  return judge(known, answer, reports, { claimedAt, now: row.now })
}

/** Keeps the claim if an account is still to be opened or a notice to be sent. */
async function keepClaimForWork(
  claim: Claim,
  row: LockedInquiry,
  nextReadAt: Date | null,
  tx: DbOrTransaction,
): Promise<Unfinished | null> {
  const grantedAt = isOwed(row) ? row.grantedAt : null
  if (grantedAt === null && !(await hasUnsentNotice(row.id, tx))) return null
  await extendAfterRead(row, tx)
  return { claim, nextReadAt, grantedAt }
}

/** Adds the change to the history, and a notice for the customer if it is a decision or a reversal. */
async function noteChange(row: LockedInquiry, toStatus: string, tx: DbOrTransaction) {
  const { id: inquiryId, status: fromStatus, now: at } = row
  const data = { inquiryId, fromStatus, toStatus, at }
  await tx.statusChange.create({ data, select: { id: true } })
  const kind = noticeOf(fromStatus, toStatus)
  if (kind === 'DECIDED') {
    const seconds = (at.getTime() - row.createdAt.getTime()) / 1_000
    metrics().decisions.observe({ status: toStatus }, Math.max(0, seconds))
  }
  if (kind) await addNotice({ inquiryId, kind, status: toStatus, at }, tx)
}

/** Clears the note of staff that they blocked the account, so that they are asked to check it again. */
export const NOT_BLOCKED = { accountBlockedAt: null, accountBlockedBy: null }

/** `openAccount` was called and hasn't refused, so the account may exist even without an answer. */
export const MAY_HAVE_ACCOUNT = { accountAskedAt: { not: null }, accountRefusal: null }

/**
 * Grants or withdraws the account for a confirmed status. An applicant has at most one grant, which a unique index also enforces.
 * If one attempt may already have an account, no other attempt gets a grant.
 * @returns when the grant was made; null if the inquiry has none
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
      // Another approved attempt may now get the grant.
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
