/** Opens the account of a granted approval, under the claim whose read has just confirmed it. */
import 'server-only'
import { STORED_COLUMNS, type StoredAnswers } from '../application-form'
import { audit } from '../audit'
import { db } from '../db'
import { env } from '../env'
import { errorName, log } from '../log'
import { metrics } from '../metrics'
import { type OpeningResult, openAccount } from '../open-account'
import { startDeadline } from '../verification/client'
import { VerificationError } from '../verification/errors'
import type { Identity } from '../verification/schemas'
import { verificationService } from '../verification-service'
import { isAbout, lock, lockApplicant, makeOthersDue, type PendingAccount } from './read-inquiry'
import { delayMs, LONGEST_AWAITED_DELAY_MS } from './rules'
import { pauseAfter, waitForCall } from './service-gate'

const DEADLINE_MS = 30_000
/** How long `identity()` waits for a call while others use the budget. */
const PATIENCE_MS = 5_000
const MAX_TEXT = 64

/** At least once, until it returns: if it fails, the next claim reads again before it calls again. */
export async function openGrantedAccount(pending: PendingAccount): Promise<void> {
  const form = await markAsked(pending)
  if (!form) return
  const { id: inquiry, referenceId, applicantHash, product, grantedAt } = pending
  const identity = () => readIdentity(pending)
  const approval = { inquiry, referenceId, applicantHash, product, form, grantedAt, identity }
  // Merchants replace it, and it may throw before it returns a promise. Its result counts even after the deadline.
  const stored = Promise.resolve(approval)
    .then(openAccount)
    .then((result) => storeResult(pending, result))
  const deadline = startDeadline(DEADLINE_MS)
  try {
    await deadline.hold(stored)
  } catch (error) {
    // The message may be about the person.
    if (env().NODE_ENV === 'development') console.error(error)
    log.error('account_not_opened', { inquiry, error: errorName(error) })
    metrics().accountOpenings.inc({ result: errorName(error) })
    await openLater(pending, errorName(error))
  } finally {
    deadline.clear()
  }
}

/**
 * Intent before call. From then on no other attempt of the applicant gets an account, because this one may have.
 * @returns what the applicant entered; null if the approval may have been reversed since it was confirmed
 */
const markAsked = (pending: PendingAccount): Promise<StoredAnswers | null> =>
  db().$transaction(async (tx) => {
    if (!(await lock(pending, tx))) return null
    const data = { accountAskedAt: new Date() }
    return tx.inquiry.update({ where: { id: pending.id }, data, select: STORED_COLUMNS })
  })

/** One more read, at the moment when the identity is used. */
async function readIdentity(pending: PendingAccount): Promise<Identity> {
  const { inquiryId, correlationId } = pending
  if (inquiryId === null || !(await waitForCall(PATIENCE_MS))) throw new IdentityUnavailableError()
  const read = await verificationService()
    .getInquiry({ inquiryId, correlationId })
    .catch(async (error) => {
      if (error instanceof VerificationError) await pauseAfter(error)
      throw error
    })
  // The endpoint may lag behind an event that has arrived since.
  const isCurrent = await db().$transaction((tx) => lock(pending, tx))
  if (!isCurrent || !isAbout(pending, read) || read.status !== 'APPROVED' || !read.identity)
    throw new IdentityUnavailableError()
  return read.identity
}

/** The service no longer confirms the approval, sends no identity, or can't be called now. */
class IdentityUnavailableError extends Error {
  override readonly name = 'IdentityUnavailableError'
}

/**
 * What `openAccount` returned counts, whatever has happened since, and an account more than a refusal. Audited once, however often
 * it was called.
 */
async function storeResult(pending: PendingAccount, result: OpeningResult): Promise<void> {
  const { id, applicantHash, version, dueAt } = pending
  const isOpened = 'account' in result
  const outcome = isOpened ? 'opened' : 'refused'
  await db().$transaction(async (tx) => {
    await lockApplicant(applicantHash, tx)
    const stored = await tx.$executeRaw`
      UPDATE "Inquiry" SET "accountError" = NULL,
        "account" = ${isOpened ? toStored(result.account) : null},
        "accountOpenedAt" = CASE WHEN ${isOpened} THEN clock_timestamp() END,
        "accountRefusal" = ${isOpened ? null : toStored(result.refused)},
        "dueAt" = CASE WHEN "version" <> ${version} THEN "dueAt" WHEN "urgent" THEN clock_timestamp() ELSE ${dueAt}::timestamptz END
      WHERE "id" = ${id}::uuid AND "accountOpenedAt" IS NULL AND (${isOpened} OR "accountRefusal" IS NULL)`
    // If the applicant has been erased, only the audit trail can show that there is an account.
    if (stored === 0 && (await tx.inquiry.count({ where: { id } })) > 0) return
    // Now it is certain that this attempt has no account.
    if (!isOpened) await makeOthersDue(pending, tx)
    await audit({ actor: 'system', action: `account.${outcome}`, inquiry: id, outcome }, tx)
  })
  metrics().accountOpenings.inc({ result: outcome })
}

/** What PostgreSQL takes. */
const toStored = (text: string): string =>
  text.replaceAll('\0', '').slice(0, MAX_TEXT).toWellFormed()

async function openLater(
  { id, version, attempts, dueAt }: PendingAccount,
  accountError: string,
): Promise<void> {
  const waitMs = delayMs(attempts, LONGEST_AWAITED_DELAY_MS)
  await db().$executeRaw`
    UPDATE "Inquiry" SET
      "accountError" = CASE WHEN coalesce("accountOpenedAt"::text, "accountRefusal") IS NULL THEN ${accountError} END,
      "dueAt" = CASE WHEN "version" = ${version}
        THEN least(CASE WHEN "urgent" THEN clock_timestamp() END,
          clock_timestamp() + ${waitMs}::float8 * interval '1 millisecond', ${dueAt}::timestamptz)
        ELSE "dueAt" END
    WHERE "id" = ${id}::uuid`
}
