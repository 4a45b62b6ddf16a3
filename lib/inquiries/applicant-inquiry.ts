/** The applicant's view of their own inquiry. Every query here filters by the applicant's hash. */
import 'server-only'
import type { Applicant } from '../applicant'
import { isWithin } from '../http/limits'
import type { ApplicantInquiryView } from './applicant-view'
import { type Attempt, findActiveAttempt, listAttempts, stageOf } from './attempts'
import { nextCallAt, requestRead, requestReadWithin } from './queue'
import { LONGEST_AWAITED_DELAY_MS } from './rules'
import { mayTryAgain } from './stages'
import { isBeingConfirmed, isDecision } from './status'

/** Shows the attempt with the grant, or else the newest one. Null if this applicant has never applied. */
export async function getApplicantInquiry(
  applicant: Applicant,
  now?: Date,
): Promise<ApplicantInquiryView | null> {
  const attempts = await listAttempts(applicant)
  // The attempt with the grant need not be the active one: an expired attempt may be approved after the applicant starts another.
  const inquiry = attempts.find(isGranted) ?? attempts.find(({ isActive }) => isActive)
  if (!inquiry) return null
  const stage = stageOf(inquiry, now ?? inquiry.now)
  const hasTrouble = inquiry.lastError !== null && inquiry.openState !== 'OPEN_FAILED'
  const isOpen =
    stage === 'approved' && inquiry.grantedAt !== null && inquiry.accountOpenedAt !== null
  // An approved attempt without a grant got none because another attempt has an account or may still get one. An applicant who may try
  // again has one on hold only if it was opened.
  const held =
    mayTryAgain(stage) || (stage === 'approved' && inquiry.grantedAt === null)
      ? findHeldAccount(attempts, mayTryAgain(stage))
      : undefined
  return {
    stage,
    isBeingConfirmed: isBeingConfirmed(inquiry),
    product: inquiry.product,
    reference: (held ?? inquiry).referenceId,
    inquiryId: stage === 'ready' ? inquiry.serviceInquiryId : null,
    expiresAt: inquiry.expiresAt?.toISOString() ?? null,
    accountOpened: isOpen,
    accountOnHold: held !== undefined,
    account: isOpen ? inquiry.account : (held?.account ?? null),
    serviceUnreachable:
      hasTrouble || (stage !== 'ready' && nextCallAt(inquiry) !== null && inquiry.isPaused),
  }
}

/**
 * The browser reports that the customer is back from the hosted flow. Anyone can send that, so it only makes a read due. A network
 * may be shared, so its limit delays the read by minutes instead of refusing it.
 * @returns whether a read is due now. False if the inquiry isn't open, if its decision is confirmed, or if this customer or their
 *   network reports too often
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
 * The applicant's account, whichever attempt opened it.
 * @returns null until `openAccount` succeeds, and while an event or a confirmed status contradicts the approval
 */
export async function getApplicantAccount(applicant: Applicant, now?: Date) {
  const inquiry = (await listAttempts(applicant)).find(isGranted)
  if (!inquiry?.accountOpenedAt || stageOf(inquiry, now ?? inquiry.now) !== 'approved') return null
  const { account, product, accountOpenedAt } = inquiry
  return { account, product, openedAt: accountOpenedAt }
}

const isGranted = ({ grantedAt }: Attempt): boolean => grantedAt !== null

/**
 * An account whose approval was withdrawn.
 * @param onlyIfOpened ignores an attempt whose `openAccount` hasn't answered
 */
const findHeldAccount = (attempts: Attempt[], onlyIfOpened: boolean): Attempt | undefined =>
  attempts.find(
    ({ grantedAt, accountAskedAt, accountOpenedAt, accountRefusal }) =>
      grantedAt === null &&
      (onlyIfOpened
        ? accountOpenedAt !== null
        : accountAskedAt !== null && accountRefusal === null),
  )
