/** Opens the account for a grant, under the claim whose read has just confirmed the approval. */
import 'server-only'
import { STORED_COLUMNS, type StoredAnswers } from '../application-form'
import { databaseTime, db, lockApplicant } from '../database/db'
import { type OpeningResult, openAccount } from '../open-account'
import { audit } from '../privacy/audit'
import { metrics } from '../runtime/metrics'
import type { Identity } from '../verification/schemas'
import { runMerchantCode } from './merchant-code'
import { addNotice } from './notices'
import { type Claim, lockClaim, requestReadWithin, wakeOtherAttempts } from './queue'
import { IdentityUnavailableError, readAgain } from './read-again'
import { NOT_BLOCKED } from './read-inquiry'
import { LONG_LEASE_MS } from './rules'

const MAX_TEXT = 64

/**
 * Later claims repeat this, each after a fresh read, until `openAccount` returns an account or a refusal.
 * @returns `failed` if a later claim has to try again
 */
export async function openGrantedAccount(
  claim: Claim,
  grantedAt: Date,
): Promise<'done' | 'failed'> {
  const form = await markAsked(claim)
  if (!form) return 'done'
  const { id: inquiry, referenceId, applicantHash, product } = claim
  const identity = () => readIdentity(claim)
  const approval = { inquiry, referenceId, applicantHash, product, form, grantedAt, identity }
  const accountError = await runMerchantCode(
    // Inside the deadline's work, so that a late result is stored too.
    async () => storeResult(claim, await openAccount(approval)),
    { event: 'account_not_opened', inquiry, correlationId: claim.correlationId },
  )
  if (accountError === null) return 'done'
  metrics().accountOpenings.inc({ result: accountError })
  const unsettled = { id: inquiry, accountOpenedAt: null, accountRefusal: null }
  await db().inquiry.updateMany({ where: unsettled, data: { accountError } })
  return 'failed'
}

/**
 * Commits the intent before the call. From then on this attempt may have an account, so the applicant's other attempts get none.
 * @returns the form's answers; null if the claim is void, because the approval may have been reversed
 */
const markAsked = (claim: Claim): Promise<StoredAnswers | null> =>
  db().$transaction(async (tx) => {
    if (!(await lockClaim(claim, tx))) return null
    const data = { accountAskedAt: new Date() }
    return tx.inquiry.update({ where: { id: claim.id }, data, select: STORED_COLUMNS })
  })

async function readIdentity(claim: Claim): Promise<Identity> {
  const { status, identity } = await readAgain(claim)
  if (status !== 'APPROVED' || !identity) throw new IdentityUnavailableError()
  return identity
}

/**
 * Stores the result even if the claim is void, because the account exists by then. Two calls may return different results: an account
 * replaces a refusal, and the first account stays. Only a result that changes the row is audited.
 */
async function storeResult(claim: Claim, result: OpeningResult): Promise<void> {
  const { id, applicantHash } = claim
  const isOpened = 'account' in result
  const outcome = isOpened ? 'opened' : 'refused'
  await db().$transaction(async (tx) => {
    await lockApplicant(applicantHash, tx)
    const at = await databaseTime(tx)
    const { count } = await tx.inquiry.updateMany({
      where: { id, accountOpenedAt: null, ...(!isOpened && { accountRefusal: null }) },
      data: {
        accountError: null,
        ...(isOpened
          ? {
              account: toStored(result.account),
              accountOpenedAt: at,
              accountRefusal: null,
              ...NOT_BLOCKED,
            }
          : { accountRefusal: toStored(result.refused) }),
      },
    })
    const row = await tx.inquiry.findUnique({ where: { id }, select: { grantedAt: true } })
    if (count === 0 && row) return
    // After a refusal, another attempt may get the grant.
    if (!isOpened) await wakeOtherAttempts(claim, tx)
    if (isOpened && row?.grantedAt) {
      await addNotice({ inquiryId: id, kind: 'ACCOUNT_OPENED', status: null, at }, tx)
      // If this claim has ended, another one has to send the notice.
      await requestReadWithin(id, LONG_LEASE_MS, tx)
    }
    // If the applicant was erased meanwhile, only the audit trail shows that the account exists.
    await audit({ actor: 'system', action: `account.${outcome}`, inquiry: id, outcome }, tx)
  })
  metrics().accountOpenings.inc({ result: outcome })
}

/** Cuts the text to its column, and removes or replaces what PostgreSQL can't store. */
const toStored = (text: string): string =>
  text.replaceAll('\0', '').slice(0, MAX_TEXT).toWellFormed()
