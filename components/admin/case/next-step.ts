/** What the reader of a case should do next. If there are several steps, the most urgent one. */
import type { InquiryDetail } from '@/lib/back-office/views'
import { hasExpired } from '@/lib/inquiries/status'

export type NextStep =
  | 'opening'
  | 'not_opened'
  | 'reversed'
  | 'account_failing'
  | 'confirming'
  | 'applicant'
  | 'expired'
  | 'service'
  | 'decide'
  | 'reviewer_decides'
  | 'account_opening'
  | 'approved'
  | 'approved_elsewhere'
  | 'declined'
  | 'failed'
  | 'unknown'

type StepFacts = Pick<
  InquiryDetail,
  | 'openState'
  | 'status'
  | 'reportedStatus'
  | 'reversedAt'
  | 'grantedAt'
  | 'accountOpenedAt'
  | 'accountError'
  | 'expiresAt'
>

export function nextStep(
  inquiry: StepFacts,
  { mayReveal, now }: { mayReveal: boolean; now: Date },
): NextStep {
  const { status } = inquiry
  if (inquiry.openState === 'OPENING') return 'opening'
  if (inquiry.openState === 'OPEN_FAILED') return 'not_opened'
  if (inquiry.reversedAt) return 'reversed'
  if (inquiry.grantedAt && inquiry.accountError) return 'account_failing'
  if (inquiry.reportedStatus && inquiry.reportedStatus !== status) return 'confirming'
  switch (status) {
    case 'APPROVED':
      if (!inquiry.grantedAt) return 'approved_elsewhere'
      return inquiry.accountOpenedAt ? 'approved' : 'account_opening'
    case 'DECLINED':
      return 'declined'
    case 'FAILED':
      return 'failed'
    case 'NEEDS_REVIEW':
      return mayReveal ? 'decide' : 'reviewer_decides'
    case 'COMPLETED':
      return 'service'
  }
  const expiresAt = inquiry.expiresAt === null ? null : new Date(inquiry.expiresAt)
  if (hasExpired({ status, expiresAt }, now)) return 'expired'
  return status === null || status === 'PENDING' ? 'applicant' : 'unknown'
}
