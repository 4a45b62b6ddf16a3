/**
 * The pure rules on an inquiry's status: what it means for the applicant, and when it is settled.
 * Statuses are an open set (S6, N5): one that is not known is held and shown, and never granted on.
 */

const DECISIONS: readonly string[] = ['APPROVED', 'DECLINED', 'FAILED']
/** The applicant has done their part, in time. */
const FINISHED: readonly string[] = ['COMPLETED', 'NEEDS_REVIEW', ...DECISIONS]
const WITH_DOCUMENTS: readonly string[] = ['APPROVED', 'NEEDS_REVIEW']
const WITH_IDENTITY: readonly string[] = ['APPROVED', 'NEEDS_REVIEW', 'FAILED']

/** Whether the service has decided. A decision can still be reversed (N5). */
export const isDecision = (status: string | null): boolean =>
  status !== null && DECISIONS.includes(status)

/** D2: the documents endpoint answers for these alone. */
export const hasDocuments = (status: string | null): boolean =>
  status !== null && WITH_DOCUMENTS.includes(status)

/** S3: the status endpoint may show an identity for these alone. */
export const mayHaveIdentity = (status: string | null): boolean =>
  status !== null && WITH_IDENTITY.includes(status)

/**
 * What the applicant's screen tells. `confirming` is a decision that only an event has reported so far:
 * the read-back is on its way, and nothing is granted before it (design, principle 3).
 */
export type ApplicantStage =
  | 'opening'
  | 'open_failed'
  | 'ready'
  | 'submitted'
  | 'in_review'
  | 'confirming'
  | 'approved'
  | 'declined'
  | 'failed'
  | 'expired'
  | 'unknown'

/** The columns of an inquiry that its stage depends on. */
export interface StageFacts {
  openState: 'OPENING' | 'OPEN' | 'OPEN_FAILED'
  status: string | null
  confirmedAt: Date | null
  expiresAt: Date | null
}

export function applicantStage(facts: StageFacts, now: Date): ApplicantStage {
  const { status } = facts
  if (facts.openState === 'OPEN_FAILED') return 'open_failed'
  if (facts.openState === 'OPENING') return 'opening'
  if (isDecision(status) && facts.confirmedAt === null) return 'confirming'
  switch (status) {
    case 'APPROVED':
      return 'approved'
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
      return hasExpired(facts, now) ? 'expired' : 'ready'
    default:
      return hasExpired(facts, now) ? 'expired' : 'unknown'
  }
}

/** N7: an inquiry whose time ended unused may read as PENDING, or as a status never seen before. */
export const hasExpired = (
  { status, expiresAt }: Pick<StageFacts, 'status' | 'expiresAt'>,
  now: Date,
): boolean =>
  !(status !== null && FINISHED.includes(status)) &&
  expiresAt !== null &&
  expiresAt.getTime() <= now.getTime()

/** Whether the applicant may begin another attempt. */
export const mayTryAgain = (stage: ApplicantStage): boolean =>
  stage === 'open_failed' || stage === 'failed' || stage === 'declined' || stage === 'expired'

/** Whether nothing more is expected to change on the applicant's screen. */
export const isFinal = (stage: ApplicantStage): boolean =>
  stage === 'approved' || mayTryAgain(stage)
