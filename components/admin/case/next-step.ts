/** What a case needs now: one message for each state, the most urgent one if several apply. */
import type { InquiryDetail } from '@/lib/back-office/views'
import { hasExpired } from '@/lib/inquiries/status'

interface StepText {
  tone: 'good' | 'warn' | 'bad' | 'plain'
  title: string
  text: string
}

export const STEPS = {
  account_to_block: {
    tone: 'bad',
    title: 'An account is open and must be blocked',
    text: 'The service reversed its approval after the account was opened. Block the account in the core system, then tell the customer.',
  },
  account_to_find: {
    tone: 'bad',
    title: 'An account may be open, and must be blocked then',
    text: 'The service took back its approval while the core system was opening the account, and we have no answer. Look there.',
  },
  reversed: {
    tone: 'bad',
    title: 'The service reversed its decision',
    text: 'No account was opened. The timeline shows what happened.',
  },
  opening: {
    tone: 'plain',
    title: 'The check isn’t open yet',
    text: 'We’re asking the service to open it, and will keep trying.',
  },
  not_opened: {
    tone: 'bad',
    title: 'The service refused to open this check',
    text: 'Fix the cause, then ask the applicant to apply again.',
  },
  account_failing: {
    tone: 'bad',
    title: 'The account couldn’t be opened',
    text: 'The applicant is approved, and we keep trying. Find out why the core system refuses it.',
  },
  account_refused: {
    tone: 'bad',
    title: 'The core system refused to open the account',
    text: 'The applicant is approved, and has been asked to contact us. We won’t try again.',
  },
  confirming: {
    tone: 'plain',
    title: 'The service reported a change',
    text: 'We’re reading the status back to confirm it.',
  },
  applicant: {
    tone: 'plain',
    title: 'The applicant hasn’t finished the check',
    text: 'There’s nothing for you to do.',
  },
  expired: {
    tone: 'warn',
    title: 'The check expired before the applicant finished',
    text: 'They can apply again.',
  },
  service: {
    tone: 'plain',
    title: 'The service is deciding',
    text: 'The applicant has finished the check.',
  },
  decide: {
    tone: 'warn',
    title: 'Needs your decision',
    text: 'Compare the pictures and details with the reasons, then decide in the service’s portal.',
  },
  reviewer_decides: {
    tone: 'warn',
    title: 'Needs a reviewer’s decision',
    text: 'A reviewer compares the documents and decides in the service’s portal.',
  },
  account_opening: {
    tone: 'good',
    title: 'Approved',
    text: 'We’re opening the account.',
  },
  approved: {
    tone: 'good',
    title: 'Approved, and the account is open',
    text: 'There’s nothing left to do.',
  },
  approved_elsewhere: {
    tone: 'good',
    title: 'Approved',
    text: 'No account was opened for this case: the applicant has, or had, one from another application.',
  },
  declined: {
    tone: 'bad',
    title: 'Declined',
    text: 'The applicant has been asked to contact us. There’s nothing left to do.',
  },
  failed: { tone: 'bad', title: 'The check failed', text: 'The applicant can try again.' },
  unknown: {
    tone: 'warn',
    title: 'The service sent a status that we don’t know',
    text: 'We don’t act on it, and keep checking.',
  },
} as const satisfies Record<string, StepText>

export type NextStep = keyof typeof STEPS

type StepFacts = Pick<
  InquiryDetail,
  | 'openState'
  | 'status'
  | 'reportedStatus'
  | 'reversedAt'
  | 'grantedAt'
  | 'accountAskedAt'
  | 'accountOpenedAt'
  | 'accountError'
  | 'accountRefusal'
  | 'expiresAt'
>

export function nextStep(
  inquiry: StepFacts,
  { mayReveal, now }: { mayReveal: boolean; now: Date },
): NextStep {
  const { status } = inquiry
  if (inquiry.openState === 'OPENING') return 'opening'
  if (inquiry.openState === 'OPEN_FAILED') return 'not_opened'
  if (inquiry.reversedAt && status !== 'APPROVED')
    return inquiry.accountOpenedAt
      ? 'account_to_block'
      : inquiry.accountAskedAt && !inquiry.accountRefusal
        ? 'account_to_find'
        : 'reversed'
  if (inquiry.grantedAt && inquiry.accountRefusal) return 'account_refused'
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
