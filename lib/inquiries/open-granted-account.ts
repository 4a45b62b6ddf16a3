/** Opens the account of a granted approval, under the claim whose read has just confirmed it. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { db } from '../db'
import { env } from '../env'
import { errorName, log } from '../log'
import { metrics } from '../metrics'
import { type Approval, type OpeningResult, openAccount } from '../open-account'
import { startDeadline } from '../verification/client'
import { VerificationError } from '../verification/errors'
import type { Identity } from '../verification/schemas'
import { verificationService } from '../verification-service'
import { hasWaitingEvent, isAbout, type PendingAccount } from './read-inquiry'
import { delayMs, LONGEST_AWAITED_DELAY_MS } from './rules'
import { pauseAfter, takeCall } from './service-gate'

const DEADLINE_MS = 30_000
/** How long `identity()` waits for a call while others use the budget. */
const PATIENCE_MS = 5_000
const MAX_TEXT = 64

/** At least once, until it returns: if it fails, the next claim reads again before it calls again. */
export async function openGrantedAccount(pending: PendingAccount): Promise<void> {
  if (!(await commitIntent(pending))) return
  const { id: inquiry, referenceId, applicantHash, product, grantedAt } = pending
  const identity = () => readIdentity(pending)
  const deadline = startDeadline(DEADLINE_MS)
  try {
    const approval: Approval = { inquiry, referenceId, applicantHash, product, grantedAt, identity }
    const result = await deadline.hold(openAccount(approval))
    await settle(pending, result)
  } catch (error) {
    // The message may be about the person.
    if (env().NODE_ENV === 'development') console.error(error)
    log.error('account_not_opened', { inquiry, error: errorName(error) })
    metrics().accountOpenings.inc({ result: errorName(error) })
    await tryLater(pending, errorName(error))
  } finally {
    deadline.clear()
  }
}

/**
 * Intent before call, unless there is a later claim, or an event that might be about a reversal. From then on no other attempt of
 * the applicant gets an account, because this one may have.
 */
const commitIntent = async ({ id, version, inquiryId }: PendingAccount): Promise<boolean> =>
  !(await hasWaitingEvent({ inquiryId })) &&
  (
    await db().inquiry.updateMany({
      where: { id, version, grantedAt: { not: null } },
      data: { accountAskedAt: new Date() },
    })
  ).count > 0

/** One more read, at the moment when the identity is used. */
async function readIdentity({ inquiryId, referenceId }: PendingAccount): Promise<Identity> {
  if (inquiryId === null || !(await takeCall(PATIENCE_MS))) throw new IdentityUnavailableError()
  const call = { inquiryId, correlationId: randomUUID() }
  const read = await verificationService()
    .getInquiry(call)
    .catch(async (error) => {
      if (error instanceof VerificationError) await pauseAfter(error)
      throw error
    })
  const isOurs = isAbout({ inquiryId, referenceId }, read)
  if (!isOurs || read.status !== 'APPROVED' || !read.identity) throw new IdentityUnavailableError()
  return read.identity
}

/** The service no longer confirms the approval, sends no identity, or can't be called now. */
export class IdentityUnavailableError extends Error {
  override readonly name = 'IdentityUnavailableError'
}

/** What `openAccount` returned counts, whatever has happened since. Audited once, however often it was called. */
async function settle(pending: PendingAccount, result: OpeningResult): Promise<void> {
  const { id, version, dueAt } = pending
  const isOpened = 'account' in result
  const now = new Date()
  const outcome = isOpened ? 'opened' : 'refused'
  await db().$transaction(async (tx) => {
    const { count } = await tx.inquiry.updateMany({
      where: { id, accountOpenedAt: null, accountRefusedAt: null },
      data: {
        accountError: null,
        ...(isOpened
          ? { accountOpenedAt: now, account: result.account.slice(0, MAX_TEXT) }
          : { accountRefusedAt: now, accountRefusal: result.refused.slice(0, MAX_TEXT) }),
      },
    })
    await tx.$executeRaw`
      UPDATE "Inquiry" SET "dueAt" = CASE WHEN "urgent" THEN clock_timestamp() ELSE ${dueAt}::timestamptz END
      WHERE "id" = ${id}::uuid AND "version" = ${version}`
    const isErased = count === 0 && (await tx.inquiry.count({ where: { id } })) === 0
    // If the applicant has been erased, only the audit trail can show that there is an account.
    if (count === 0 && !isErased) return
    const entry = { action: `account.${outcome}`, outcome }
    await tx.auditEntry.create({ data: { actor: 'system', inquiryRow: id, ...entry } })
  })
  metrics().accountOpenings.inc({ result: outcome })
  log.info(isOpened ? 'account_opened' : 'account_refused', { inquiry: id })
}

async function tryLater(
  { id, version, attempts, dueAt }: PendingAccount,
  accountError: string,
): Promise<void> {
  const waitMs = delayMs(attempts, Math.random, LONGEST_AWAITED_DELAY_MS)
  await db().inquiry.updateMany({ where: { id, accountOpenedAt: null }, data: { accountError } })
  await db().$executeRaw`
    UPDATE "Inquiry"
    SET "dueAt" = least(clock_timestamp() + ${waitMs}::float8 * interval '1 millisecond', ${dueAt}::timestamptz)
    WHERE "id" = ${id}::uuid AND "version" = ${version}`
}
