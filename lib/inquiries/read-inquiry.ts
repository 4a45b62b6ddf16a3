/**
 * Reads an inquiry's status from the service (S1) and applies the answer. This is the only place where a status changes and
 * an approval is granted or withdrawn. Polling, events, returning customers and staff all end up here.
 */
import 'server-only'
import { type AuditFacts, audit } from '../audit'
import { type DbOrTransaction, db, NOW_AS_STORED } from '../db'
import { errorName, log } from '../log'
import type { Inquiry, Prisma } from '../prisma-client/client'
import type { VerificationClient } from '../verification/client'
import { NotFoundError, VerificationError } from '../verification/errors'
import type { ServiceInquiry } from '../verification/schemas'
import type { Claim } from './claim'
import { type Answer, judge, LAG_MS, type Report, reportedSince, resolveGrant } from './rules'
import { pauseAfter } from './service-gate'
import { isDecision } from './status'

/** Longer than the deadline of `openAccount`, because the claim's holder may still be calling. */
const OPENING_LEASE_MS = 45_000

/** A claimed inquiry whose account is to be opened. */
export interface PendingAccount extends Claim {
  grantedAt: Date
  /** When to read again once the account is open. */
  dueAt: Date | null
}

/**
 * Reads a claimed inquiry. Every outcome ends up in its row; only a bug or an unreachable database throws.
 * @returns the account to open now, under the same claim; null if there is none
 */
export async function readInquiry(
  claim: Claim,
  service: VerificationClient,
): Promise<PendingAccount | null> {
  const { id, inquiryId, correlationId } = claim
  if (inquiryId === null) return null
  try {
    const read = await service.getInquiry({ inquiryId, correlationId })
    if (isAbout(claim, read)) return await applyRead(claim, read)
    log.error('read_mismatch', { inquiry: id })
    await applyFailure(claim, { kind: 'missing' }, 'REFERENCE_MISMATCH')
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    log.warn('read_failed', { inquiry: id, error: errorName(error) })
    await pauseAfter(error)
    const kind = error instanceof NotFoundError ? 'missing' : 'failed'
    await applyFailure(claim, { kind }, errorName(error))
  }
  return null
}

/**
 * Whether a response is about this inquiry. If it isn't, none of it may be used, whichever side mixed them up. Only an inquiry that
 * was opened without a reference reads as having none (N21), and ours all have one.
 */
export const isAbout = (
  inquiry: Pick<Inquiry, 'inquiryId' | 'referenceId'>,
  read: ServiceInquiry,
): boolean => read.inquiryId === inquiry.inquiryId && read.referenceId === inquiry.referenceId

/** Applies what a read returned, unless the claim is void. */
export const applyRead = (claim: Claim, read: ServiceInquiry): Promise<PendingAccount | null> =>
  db().$transaction(async (tx) => {
    const row = await lock(claim, tx)
    if (!row) return null
    const { status, expiresAt } = read
    const verdict = await judgeNow(claim, row, { kind: 'read', status, expiresAt }, tx)
    const { isBelieved, ...schedule } = verdict
    if (!isBelieved) {
      log.info('read_in_doubt', { inquiry: row.id })
      await update(row, { ...schedule, lastError: null }, tx)
      return null
    }
    const isNew = row.status !== status
    const grantedAt = await settleGrant(row, status, tx)
    const isPending = grantedAt !== null && !row.accountOpenedAt && row.accountRefusal === null
    await update(
      row,
      {
        ...schedule,
        // While the account is being opened, the claim goes on.
        ...(isPending && { dueAt: new Date(row.now.getTime() + OPENING_LEASE_MS) }),
        lastError: null,
        status,
        readAt: claim.claimedAt,
        expiresAt,
        reviewReasons: read.reviewReasons,
        portalDecisionNote: read.portalDecisionNote,
        portalDecidedAt: read.portalDecidedAt,
        grantedAt,
        ...(isNew && {
          statusSince: row.now,
          attempts: 0,
          changes: { create: { fromStatus: row.status, toStatus: status, at: row.now } },
        }),
        ...(isNew && isDecision(row.status) && { reversedAt: row.now }),
      },
      tx,
    )
    return isPending ? { ...claim, grantedAt, dueAt: schedule.dueAt } : null
  })

/** Schedules the next read after one that failed, unless the claim is void. */
export const applyFailure = (
  claim: Claim,
  answer: Exclude<Answer, { kind: 'read' }>,
  lastError: string,
): Promise<void> =>
  db().$transaction(async (tx) => {
    const row = await lock(claim, tx)
    if (!row) return
    const { isBelieved: _, ...schedule } = await judgeNow(claim, row, answer, tx)
    await update(row, { ...schedule, lastError }, tx)
  })

type LockedRow = Inquiry & { now: Date }

/**
 * Locks the applicant, then the inquiry, so that reads of one applicant can't deadlock or grant twice.
 * @returns null if the claim is void: a later claim has raised the version, or an event is waiting, which the next claim takes in
 */
export async function lock(
  { id, applicantHash, version }: Claim,
  tx: DbOrTransaction,
): Promise<LockedRow | null> {
  await lockApplicant(applicantHash, tx)
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT *, ${NOW_AS_STORED} AS "now" FROM "Inquiry" WHERE "id" = ${id}::uuid AND "version" = ${version} FOR UPDATE`
  if (row && !(await hasWaitingEvent(row, tx))) return row
  log.info('claim_void', { inquiry: id })
  return null
}

/** Before any of their inquiries, or two transactions about one applicant could deadlock. */
export const lockApplicant = (applicantHash: string, tx: DbOrTransaction) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${applicantHash}, 0))`

/** A statement of its own: it must see what was committed while the lock was awaited. */
export async function hasWaitingEvent(
  { inquiryId }: Pick<Inquiry, 'inquiryId'>,
  tx: DbOrTransaction,
): Promise<boolean> {
  if (inquiryId === null) return false
  const where = { inquiryId, inquiryRow: null }
  return (await tx.webhookEvent.findFirst({ where, select: { id: true } })) !== null
}

async function judgeNow(claim: Claim, row: LockedRow, answer: Answer, tx: DbOrTransaction) {
  const { claimedAt } = claim
  const since = new Date(Math.min(claimedAt.getTime(), row.readAt?.getTime() ?? 0))
  const reports = await listReports(row, since, tx)
  return judge(row, answer, reports, { claimedAt, now: row.now })
}

/** Of each status: more than any inquiry has, so that a broken sender can't make reads slow. */
const NEWEST = 100

/** The events about an inquiry, taken in or not: those since `since`, and those that the endpoint may lag behind at that time. */
const listReports = (
  { id, inquiryId }: Pick<Inquiry, 'id' | 'inquiryId'>,
  since: Date,
  tx: DbOrTransaction,
): Promise<Report[]> => tx.$queryRaw`
  SELECT "status", "createdAt" AS "signedAt", "arrivedAt" FROM (
    SELECT *, row_number() OVER (PARTITION BY "status" ORDER BY "arrivedAt" DESC) AS "nth" FROM "WebhookEvent"
    WHERE ("inquiryRow" = ${id}::uuid AND "setAsideAt" IS NULL
      OR "inquiryRow" IS NULL AND "inquiryId" = ${inquiryId}::uuid)
      AND "arrivedAt" > ${new Date(since.getTime() - LAG_MS)}
  ) AS event WHERE "nth" <= ${NEWEST}`

/** The status that events report and no read has confirmed or corrected yet; null if there is none. */
export const findReported = async (
  inquiry: Pick<Inquiry, 'id' | 'inquiryId' | 'status' | 'readAt'>,
): Promise<string | null> =>
  reportedSince(inquiry, await listReports(inquiry, inquiry.readAt ?? new Date(0), db()))

const update = ({ id }: LockedRow, data: Prisma.InquiryUpdateInput, tx: DbOrTransaction) =>
  tx.inquiry.update({ where: { id }, data, select: { id: true } })

/** The core system was asked for an account, and hasn't refused. */
export const MAY_HAVE_ACCOUNT = { accountAskedAt: { not: null }, accountRefusal: null }

/**
 * Whether a confirmed status leaves the inquiry with a grant. One grant stands for an applicant, and once an account may have been
 * opened for an applicant, no second one is opened automatically. A unique index backs up the former.
 * @returns since when the grant stands; null if none does
 */
async function settleGrant(
  row: LockedRow,
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
      await makeOthersDue(row, tx)
      await note('account.withdrawn', 'reversed')
      return null
    case 'has_one_already': {
      const where = { inquiryRow: id, action: 'account.not_granted' }
      const isNoted = await tx.auditEntry.findFirst({ where, select: { id: true } })
      if (!isNoted) await note('account.not_granted', 'has_one_already')
      return null
    }
  }
}

/** The applicant's other approved inquiries: one of them may have an account now. */
export const makeOthersDue = (
  { id, applicantHash }: Inquiry,
  tx: DbOrTransaction,
) => tx.$executeRaw`
  UPDATE "Inquiry" SET "dueAt" = clock_timestamp(), "urgent" = true, "attempts" = 0
  WHERE "applicantHash" = ${applicantHash} AND "id" <> ${id}::uuid AND "status" = 'APPROVED'`
