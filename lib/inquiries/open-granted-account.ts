/** Opens the account of a granted approval, under the claim whose read has just confirmed it. */
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
import { LONG_LEASE_MS } from './rules'

const MAX_TEXT = 64

/**
 * Called again until it opens or refuses, and each time after a fresh read.
 * @returns whether it failed, so that a later claim has to try again
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
    // The result counts even after the deadline.
    async () => storeResult(claim, await openAccount(approval)),
    { event: 'account_not_opened', inquiry },
  )
  if (accountError === null) return 'done'
  metrics().accountOpenings.inc({ result: accountError })
  const unsettled = { id: inquiry, accountOpenedAt: null, accountRefusal: null }
  await db().inquiry.updateMany({ where: unsettled, data: { accountError } })
  return 'failed'
}

/**
 * Intent before call. From then on no other attempt of the applicant gets an account, because this one may have.
 * @returns what the applicant entered; null if the approval may have been reversed since it was confirmed
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
 * What `openAccount` returned counts, whatever has happened since, and an account counts more than a refusal. Audited once, however
 * often it was called.
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
          ? { account: toStored(result.account), accountOpenedAt: at, accountRefusal: null }
          : { accountRefusal: toStored(result.refused) }),
      },
    })
    const row = await tx.inquiry.findUnique({ where: { id }, select: { grantedAt: true } })
    if (count === 0 && row) return
    // Now it is certain that this attempt has no account.
    if (!isOpened) await wakeOtherAttempts(claim, tx)
    if (isOpened && row?.grantedAt) {
      await addNotice({ inquiryId: id, kind: 'ACCOUNT_OPENED', status: null, at }, tx)
      // If this claim has ended, another one has to send it.
      await requestReadWithin(id, LONG_LEASE_MS, tx)
    }
    // If the applicant has been erased, only the audit trail can show that there is an account.
    await audit({ actor: 'system', action: `account.${outcome}`, inquiry: id, outcome }, tx)
  })
  metrics().accountOpenings.inc({ result: outcome })
}

/** Without what PostgreSQL can't store. */
const toStored = (text: string): string =>
  text.replaceAll('\0', '').slice(0, MAX_TEXT).toWellFormed()
