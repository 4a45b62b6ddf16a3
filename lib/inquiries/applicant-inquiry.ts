/** The applicant's view of their own inquiry. There is no way to ask for anyone else's. */
import 'server-only'
import type { Applicant } from '../applicant'
import { databaseTime, db } from '../database/db'
import { isWithin } from '../http/limits'
import type { ApplicantInquiryView } from './applicant-view'
import { findActiveAttempt, findGrantedAttempt, stageOf } from './attempts'
import { nextCallAt, requestRead, requestReadWithin } from './queue'
import { MAY_HAVE_ACCOUNT } from './read-inquiry'
import { LONGEST_AWAITED_DELAY_MS } from './rules'
import { getServicePause } from './service-gate'
import { mayTryAgain } from './stages'
import { isBeingConfirmed, isDecision } from './status'

/** The attempt that was granted, else the newest. Null if this applicant has never applied. */
export async function getApplicantInquiry(
  applicant: Applicant,
  now?: Date,
): Promise<ApplicantInquiryView | null> {
  const inquiry = (await findGrantedAttempt(applicant)) ?? (await findActiveAttempt(applicant))
  if (!inquiry) return null
  const stage = stageOf(inquiry, now ?? (await databaseTime()))
  const hasTrouble = inquiry.lastError !== null && inquiry.openState !== 'OPEN_FAILED'
  const isOpen =
    stage === 'approved' && inquiry.grantedAt !== null && inquiry.accountOpenedAt !== null
  const held =
    mayTryAgain(stage) || (stage === 'approved' && inquiry.grantedAt === null)
      ? await findHeldAccount(applicant, mayTryAgain(stage))
      : null
  const isPaused = async () => (await getServicePause()) !== null
  return {
    stage,
    isBeingConfirmed: isBeingConfirmed(inquiry),
    product: inquiry.product,
    inquiryId: stage === 'ready' ? inquiry.serviceInquiryId : null,
    expiresAt: inquiry.expiresAt?.toISOString() ?? null,
    accountOpened: isOpen,
    accountOnHold: held !== null,
    account: isOpen ? inquiry.account : (held?.account ?? null),
    serviceUnreachable:
      hasTrouble || (stage !== 'ready' && nextCallAt(inquiry) !== null && (await isPaused())),
  }
}

/**
 * The customer came back from the hosted flow. That proves nothing, so it only makes a read due.
 * @returns whether one is due now: not if there is nothing to learn or the customer reports too often. If their network reports too
 *   often, which others may share, one falls due within minutes
 */
export async function applicantReturned(applicant: Applicant, network: string): Promise<boolean> {
  const inquiry = await findActiveAttempt(applicant)
  if (inquiry?.openState !== 'OPEN') return false
  if (isDecision(inquiry.status) && inquiry.reportedStatus === null) return false
  if (!(await isWithin('return', applicant.hash))) return false
  const isNow = await isWithin('return-network', network)
  if (isNow) await requestRead(inquiry.id)
  else await requestReadWithin(inquiry.id, LONGEST_AWAITED_DELAY_MS)
  return isNow
}

/**
 * An applicant has one account, whichever attempt opened it.
 * @returns null before `openAccount` has succeeded, and again once that attempt's approval is reversed or in doubt
 */
export async function getApplicantAccount(applicant: Applicant, now?: Date) {
  const inquiry = await findGrantedAttempt(applicant)
  if (!inquiry?.accountOpenedAt) return null
  if (stageOf(inquiry, now ?? (await databaseTime())) !== 'approved') return null
  const { account, product, accountOpenedAt } = inquiry
  return { account, product, openedAt: accountOpenedAt }
}

/** An account whose approval was withdrawn. @param isSure whether one that only may have been opened doesn't count */
const findHeldAccount = (applicant: Applicant, isSure: boolean) =>
  db().inquiry.findFirst({
    where: {
      applicantHash: applicant.hash,
      grantedAt: null,
      ...(isSure ? { accountOpenedAt: { not: null } } : MAY_HAVE_ACCOUNT),
    },
    orderBy: { accountAskedAt: 'desc' },
    select: { account: true },
  })
