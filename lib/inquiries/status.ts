/**
 * What an inquiry's status means: for the applicant, for documents, and for whether it can still change.
 * Statuses are an open set (S6, N5): an unknown one is kept and shown, and never leads to a grant.
 */

const DECISIONS: readonly string[] = ['APPROVED', 'DECLINED', 'FAILED']
/** The applicant has done their part, in time. */
const FINISHED: readonly string[] = ['COMPLETED', 'NEEDS_REVIEW', ...DECISIONS]
const WITH_DOCUMENTS: readonly string[] = ['APPROVED', 'NEEDS_REVIEW']
const WITH_IDENTITY: readonly string[] = ['APPROVED', 'NEEDS_REVIEW', 'FAILED']

/** Whether the service has decided. A decision can still be reversed (N5). */
export const isDecision = (status: string | null): boolean =>
  status !== null && DECISIONS.includes(status)

/** The applicant has done their part, and the service hasn't decided. */
export const isWaiting = (status: string | null): boolean =>
  status === 'COMPLETED' || status === 'NEEDS_REVIEW'

/** Too long to wait: customers are told that a review takes up to one working day. */
export const OVERDUE_MS = 24 * 3_600_000

/** D2: only these have documents. */
export const hasDocuments = (status: string | null): boolean =>
  status !== null && WITH_DOCUMENTS.includes(status)

/** S3: only these may come with an identity. */
export const mayHaveIdentity = (status: string | null): boolean =>
  status !== null && WITH_IDENTITY.includes(status)

/** What an inquiry's shown status depends on. */
interface Reportable {
  /** As the last believed read confirmed it. */
  status: string | null
  /** As events report it; null once a read has been believed. */
  reportedStatus: string | null
  /** A decline and an approval were signed so close to each other that either may be the last. */
  reportsDisagree: boolean
}

/** The status that the merchant shows: what events report, until a read confirms or corrects it. */
export const shownStatus = ({
  status,
  reportedStatus,
}: Pick<Reportable, 'status' | 'reportedStatus'>): string | null => reportedStatus ?? status

/** Whether the shown status is only reported. */
export const isBeingConfirmed = ({
  status,
  reportedStatus,
  reportsDisagree,
}: Reportable): boolean => reportedStatus !== null && (reportedStatus !== status || reportsDisagree)

/**
 * What the applicant's screen shows. `confirming`: events contradict a confirmed decision, or each other. `account_refused`: approved,
 * but the core system opens no account for this person.
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

/** What an inquiry's stage depends on. */
export interface StageFacts extends Reportable {
  openState: 'OPENING' | 'OPEN' | 'OPEN_FAILED'
  expiresAt: Date | null
  lastError: string | null
  accountRefusal: string | null
  /** Whether the app no longer asks the service about it on its own. */
  isGivenUp: boolean
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
      // The service's id would start somebody else's flow.
      if (lastError === REFERENCE_MISMATCH) return 'opening'
      return isExpired ? 'expired' : 'ready'
    default:
      return isExpired ? 'expired' : 'unknown'
  }
}

/** The last error of an inquiry whose reads return another one. */
export const REFERENCE_MISMATCH = 'REFERENCE_MISMATCH'

/** The service has refused every read for a day, so this attempt is lost. */
const isLost = ({ openState, status, isGivenUp, lastError }: StageFacts): boolean =>
  openState === 'OPEN' && !isDecision(status) && isGivenUp && lastError !== null

/** N7: an inquiry that expired unused may read as PENDING, or as an unknown status. */
export const hasExpired = (
  { status, expiresAt }: Pick<StageFacts, 'status' | 'expiresAt'>,
  now: Date,
): boolean =>
  !(status !== null && FINISHED.includes(status)) &&
  expiresAt !== null &&
  expiresAt.getTime() <= now.getTime()

/** Whether the applicant may start another attempt. */
export const mayTryAgain = (stage: ApplicantStage): boolean =>
  stage === 'open_failed' || stage === 'failed' || stage === 'declined' || stage === 'expired'

/** Whether nothing more is expected to change on the applicant's screen. */
export const isFinal = (stage: ApplicantStage): boolean =>
  stage === 'approved' || stage === 'account_refused' || mayTryAgain(stage)
