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

/**
 * What the applicant's screen shows. `confirming`: an event has reported a decision, and the read that confirms it
 * is on its way. `account_refused`: approved, but the core system opens no account for this person.
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
export interface StageFacts {
  openState: 'OPENING' | 'OPEN' | 'OPEN_FAILED'
  status: string | null
  readAt: Date | null
  expiresAt: Date | null
  dueAt: Date | null
  lastError: string | null
  accountRefusal: string | null
  /** The status that events report and no read has confirmed or corrected yet. */
  reported: string | null
}

/** Prisma's `select` for the columns. */
export const STAGE_COLUMNS = {
  openState: true,
  status: true,
  readAt: true,
  expiresAt: true,
  dueAt: true,
  lastError: true,
  accountRefusal: true,
} as const satisfies Record<Exclude<keyof StageFacts, 'reported'>, true>

export function applicantStage(facts: StageFacts, now: Date): ApplicantStage {
  const { status, reported } = facts
  if (facts.openState === 'OPEN_FAILED' || isLost(facts)) return 'open_failed'
  if (facts.openState === 'OPENING') return 'opening'
  // Neither can be relied on until a read has decided between them.
  if (reported !== null && reported !== status)
    return reported === 'NEEDS_REVIEW' && !isDecision(status) ? 'submitted' : 'confirming'
  switch (status) {
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
      return hasExpired(facts, now) ? 'expired' : 'ready'
    default:
      return hasExpired(facts, now) ? 'expired' : 'unknown'
  }
}

/** The service has forgotten the inquiry and reads have stopped, so this attempt is lost. */
const isLost = ({ openState, status, dueAt, lastError }: StageFacts): boolean =>
  openState === 'OPEN' && !isDecision(status) && dueAt === null && lastError !== null

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
