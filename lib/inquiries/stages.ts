/** Derives the stage on the customer's screen from an inquiry's columns and the time. */
import { hasExpired, isDecision, REFERENCE_MISMATCH, type Reportable, shownStatus } from './status'

/**
 * The stages of an attempt. `confirming`: events contradict a confirmed decision, or each other. `account_refused`: approved, but the
 * core system opens no account for this person.
 */
export const APPLICANT_STAGES = [
  'opening',
  'open_failed',
  'ready',
  'submitted',
  'in_review',
  'confirming',
  'approved',
  'account_refused',
  'declined',
  'failed',
  'expired',
  'unknown',
] as const
export type ApplicantStage = (typeof APPLICANT_STAGES)[number]

/** The facts that determine an inquiry's stage. */
export interface StageFacts extends Reportable {
  openState: 'OPENING' | 'OPEN' | 'OPEN_FAILED'
  expiresAt: Date | null
  lastError: string | null
  accountRefusal: string | null
  /** Whether no call to the service is scheduled any more. */
  hasNoNextCall: boolean
}

export function applicantStage(facts: StageFacts, now: Date): ApplicantStage {
  const { openState, status, reportedStatus, reportsDisagree, lastError } = facts
  if (openState === 'OPEN_FAILED' || isLost(facts)) return 'open_failed'
  if (openState === 'OPENING') return 'opening'
  const contradictsDecision = isDecision(status) && reportedStatus !== status
  if (reportedStatus !== null && (reportsDisagree || contradictsDecision)) return 'confirming'
  const shown = shownStatus(facts)
  const isExpired = hasExpired({ ...facts, status: shown }, now)
  switch (shown) {
    case 'APPROVED':
      return facts.accountRefusal === null ? 'approved' : 'account_refused'
    case 'DECLINED':
      return 'declined'
    case 'FAILED':
      return 'failed'
    case 'NEEDS_REVIEW':
      return 'in_review'
    case 'COMPLETED':
      return 'submitted'
    case 'PENDING':
    case null:
      // The service's id would start another person's flow.
      if (lastError === REFERENCE_MISMATCH) return 'opening'
      return isExpired ? 'expired' : 'ready'
    default:
      return isExpired ? 'expired' : 'unknown'
  }
}

/** The service has refused every read for a day, so this attempt is lost. */
const isLost = ({ openState, status, hasNoNextCall, lastError }: StageFacts): boolean =>
  openState === 'OPEN' && !isDecision(status) && hasNoNextCall && lastError !== null

/** Whether the applicant may start another attempt. */
export const mayTryAgain = (stage: ApplicantStage): boolean =>
  stage === 'open_failed' || stage === 'failed' || stage === 'declined' || stage === 'expired'

/** Whether the applicant's screen is expected to stay as it is. */
export const isFinal = (stage: ApplicantStage): boolean =>
  stage === 'approved' || stage === 'account_refused' || mayTryAgain(stage)

/**
 * A stage as the screen shows it. `handed_in`: the hosted flow says that it's complete, and no read has confirmed that. `opened`: approved,
 * and the account is open. `on_hold`: the account was opened, and then the approval was withdrawn.
 */
export type ShownStage = ApplicantStage | 'handed_in' | 'opened' | 'on_hold'

/** @param isHandedIn whether the hosted flow says that it's complete. This counts until a read says otherwise */
export function shownStage(
  {
    stage,
    accountOpened,
    accountOnHold,
  }: { stage: ApplicantStage; accountOpened: boolean; accountOnHold: boolean },
  isHandedIn: boolean,
): ShownStage {
  if (accountOnHold) return 'on_hold'
  if (stage === 'approved' && accountOpened) return 'opened'
  return stage === 'ready' && isHandedIn ? 'handed_in' : stage
}
