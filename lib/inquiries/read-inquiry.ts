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
import { listReports } from './reports'
import { type Answer, judge, resolveGrant } from './rules'
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
    await update(
      row,
      {
        ...schedule,
        lastError: null,
        status,
        readAt: claim.claimedAt,
        expiresAt,
        reviewReasons: read.reviewReasons,
        portalDecisionNote: read.portalDecisionNote,
        portalDecidedAt: read.portalDecidedAt,
        ...(isNew && { statusSince: row.now, attempts: 0 }),
        ...(isNew && isDecision(row.status) && { reversedAt: row.now }),
      },
      tx,
    )
    if (isNew) {
      const change = { inquiryRow: row.id, fromStatus: row.status, toStatus: status }
      await tx.statusChange.create({ data: change })
    }
    const grantedAt = await applyGrant(row, status, tx)
    if (grantedAt === null || row.accountOpenedAt || row.accountRefusal !== null) return null
    await holdForOpening(row, tx)
    return { ...claim, grantedAt, dueAt: schedule.dueAt }
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
async function lock(
  { id, applicantHash, version }: Claim,
  tx: DbOrTransaction,
): Promise<LockedRow | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${applicantHash}, 0))`
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT *, ${NOW_AS_STORED} AS "now" FROM "Inquiry" WHERE "id" = ${id}::uuid AND "version" = ${version} FOR UPDATE`
  if (row && !(await hasWaitingEvent(row, tx))) return row
  log.info('answer_void', { inquiry: id })
  return null
}

/** A statement of its own: it must see what was committed while the lock was awaited. */
export async function hasWaitingEvent(
  { inquiryId }: Pick<Inquiry, 'inquiryId'>,
  tx: DbOrTransaction = db(),
): Promise<boolean> {
  if (inquiryId === null) return false
  const where = { inquiryId, inquiryRow: null }
  return (await tx.webhookEvent.findFirst({ where, select: { id: true } })) !== null
}

async function judgeNow(claim: Claim, row: LockedRow, answer: Answer, tx: DbOrTransaction) {
  const { claimedAt } = claim
  const since = new Date(Math.min(claimedAt.getTime(), row.readAt?.getTime() ?? 0))
  const reports = await listReports(row, since, tx)
  return judge(row, answer, reports, { claimedAt, now: row.now, random: Math.random })
}

const update = ({ id }: LockedRow, data: Prisma.InquiryUpdateInput, tx: DbOrTransaction) =>
  tx.inquiry.update({ where: { id }, data, select: { id: true } })

/** The core system was asked for an account, and hasn't refused. */
export const MAY_HAVE_ACCOUNT = { accountAskedAt: { not: null }, accountRefusal: null }

/**
 * Grants a confirmed approval, or withdraws the grant when the approval is reversed. One grant stands for an applicant, and
 * once an account may have been opened for an applicant, no second one is opened automatically. A unique index backs up the former.
 * @returns since when the grant stands; null if none does
 */
async function applyGrant(
  row: LockedRow,
  status: string,
  tx: DbOrTransaction,
): Promise<Date | null> {
  const { id, applicantHash, grantedAt, now } = row
  const others = { applicantHash, id: { not: id } }
  const other =
    status === 'APPROVED' && grantedAt === null
      ? await tx.inquiry.findFirst({
          where: {
            ...others,
            OR: [{ grantedAt: { not: null } }, MAY_HAVE_ACCOUNT],
          },
          select: { id: true },
        })
      : null
  switch (resolveGrant(grantedAt, status, other !== null)) {
    case 'unchanged':
      return grantedAt
    case 'grant':
      await update(row, { grantedAt: now }, tx)
      await note('account.granted', 'granted')
      return now
    case 'withdraw':
      await update(row, { grantedAt: null }, tx)
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

  async function note(action: AuditFacts['action'], outcome: string): Promise<void> {
    await audit({ actor: 'system', action, inquiry: id, outcome }, tx)
  }
}

/** The applicant's other approved inquiries: one of them may have an account now. */
export const makeOthersDue = (
  { id, applicantHash }: Inquiry,
  tx: DbOrTransaction,
) => tx.$executeRaw`
  UPDATE "Inquiry" SET "dueAt" = clock_timestamp(), "urgent" = true, "attempts" = 0
  WHERE "applicantHash" = ${applicantHash} AND "id" <> ${id}::uuid AND "status" = 'APPROVED'`

/** While the account is being opened, the claim goes on. */
const holdForOpening = ({ id }: LockedRow, tx: DbOrTransaction) => tx.$executeRaw`
  UPDATE "Inquiry" SET "dueAt" = clock_timestamp() + ${OPENING_LEASE_MS}::float8 * interval '1 millisecond'
  WHERE "id" = ${id}::uuid`
