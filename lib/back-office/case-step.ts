/** The next step that an inquiry needs from staff. The screen has its texts. */
import { hasExpired } from '../inquiries/status'
import type { InquiryDetail } from './inquiry-detail'

export type CaseStep =
  | 'failed'
  | 'account_to_block'
  | 'account_to_find'
  | 'account_blocked'
  | 'reversed'
  | 'opening'
  | 'not_opened'
  | 'account_failing'
  | 'account_refused'
  | 'confirming'
  | 'not_told'
  | 'applicant'
  | 'expired'
  | 'service'
  | 'decide'
  | 'account_opening'
  | 'account_to_unblock'
  | 'approved'
  | 'approved_elsewhere'
  | 'declined'
  | 'unknown'

type StepFacts = Pick<
  InquiryDetail,
  | 'openState'
  | 'status'
  | 'isBeingConfirmed'
  | 'reversedAt'
  | 'grantedAt'
  | 'accountAskedAt'
  | 'accountOpenedAt'
  | 'accountBlockedAt'
  | 'accountError'
  | 'accountRefusal'
  | 'noticeError'
  | 'expiresAt'
>

/** The most urgent step, if several apply. */
export function nextStep(inquiry: StepFacts, now: Date): CaseStep {
  const { status } = inquiry
  if (inquiry.openState === 'OPENING') return 'opening'
  if (inquiry.openState === 'OPEN_FAILED') return 'not_opened'
  // After a reversal, another approval counts only once a read has confirmed it.
  const isApproved = status === 'APPROVED' && !inquiry.isBeingConfirmed
  if (inquiry.reversedAt && !inquiry.grantedAt && !isApproved)
    return inquiry.accountOpenedAt
      ? inquiry.accountBlockedAt
        ? 'account_blocked'
        : 'account_to_block'
      : inquiry.accountAskedAt && !inquiry.accountRefusal && !inquiry.accountBlockedAt
        ? 'account_to_find'
        : 'reversed'
  if (inquiry.grantedAt && inquiry.accountRefusal) return 'account_refused'
  if (inquiry.grantedAt && inquiry.accountError) return 'account_failing'
  if (inquiry.isBeingConfirmed) return 'confirming'
  if (inquiry.noticeError) return 'not_told'
  switch (status) {
    case 'APPROVED':
      if (!inquiry.grantedAt) return 'approved_elsewhere'
      if (!inquiry.accountOpenedAt) return 'account_opening'
      return inquiry.accountBlockedAt ? 'account_to_unblock' : 'approved'
    case 'DECLINED':
      return 'declined'
    case 'FAILED':
      return 'failed'
    case 'NEEDS_REVIEW':
      return 'decide'
    case 'COMPLETED':
      return 'service'
  }
  if (hasExpired(inquiry, now)) return 'expired'
  return status === null || status === 'PENDING' ? 'applicant' : 'unknown'
}
