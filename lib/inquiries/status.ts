/**
 * What an inquiry's status means, and which status is shown. Statuses are an open set (S6, N5): an unknown one is kept and shown, and
 * never leads to a grant.
 */

/** S6, in the order in which an inquiry may pass through them. */
export const KNOWN_STATUSES = [
  'PENDING',
  'COMPLETED',
  'NEEDS_REVIEW',
  'APPROVED',
  'DECLINED',
  'FAILED',
] as const
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

export const DECISIONS = ['APPROVED', 'DECLINED', 'FAILED'] as const satisfies KnownStatus[]
/** The applicant has finished the check, and the service hasn't decided. */
export const WAITING = ['COMPLETED', 'NEEDS_REVIEW'] as const satisfies KnownStatus[]
/** The applicant finished the check in time. */
export const FINISHED = [...WAITING, ...DECISIONS] as const
const WITH_DOCUMENTS = ['APPROVED', 'NEEDS_REVIEW'] as const satisfies KnownStatus[]
const WITH_IDENTITY = ['APPROVED', 'NEEDS_REVIEW', 'FAILED'] as const satisfies KnownStatus[]

const isOneOf = (statuses: readonly string[], status: string | null): boolean =>
  status !== null && statuses.includes(status)

/** Whether the service has decided. A decision can still be reversed (N5). */
export const isDecision = (status: string | null): boolean => isOneOf(DECISIONS, status)

export const isWaiting = (status: string | null): boolean => isOneOf(WAITING, status)

/** A longer wait is overdue: the customer's screen says that a review takes up to one working day. */
export const OVERDUE_MS = 24 * 3_600_000

/** D2: whether the service has documents with this status. */
export const hasDocuments = (status: string | null): boolean => isOneOf(WITH_DOCUMENTS, status)

/** S3: whether the service may send an identity with this status. */
export const mayHaveIdentity = (status: string | null): boolean => isOneOf(WITH_IDENTITY, status)

/** The columns that determine an inquiry's shown status. */
export interface Reportable {
  /** The status that the last accepted read confirmed. */
  status: string | null
  /** The newest status that events report; null after the next accepted read. */
  reportedStatus: string | null
  /** A decline and an approval were signed so close to each other that either may be the last. */
  reportsDisagree: boolean
}

/** The status that the merchant shows: the reported one, until a read confirms or corrects it. */
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

/** The last error of an inquiry whose reads return another one. */
export const REFERENCE_MISMATCH = 'REFERENCE_MISMATCH'

/** N7: an inquiry that expired unused may read as PENDING, or as an unknown status. */
export const hasExpired = (
  { status, expiresAt }: { status: string | null; expiresAt: Date | null },
  now: Date,
): boolean =>
  !isOneOf(FINISHED, status) && expiresAt !== null && expiresAt.getTime() <= now.getTime()
