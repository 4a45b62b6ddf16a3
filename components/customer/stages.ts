/** How each stage of an application looks. Its texts are under `Verify.stages` in `messages/`. */
import type { ApplicantInquiryView } from '@/lib/inquiries/applicant-view'
import { type ApplicantStage, isFinal } from '@/lib/inquiries/status'

/** The steps of the progress bar. */
export const APPLICATION_STEPS = ['application', 'check', 'decision', 'account'] as const

/**
 * What the screen shows. `handed_in`: the hosted flow says so and no read has confirmed it yet. `opened`: approved, and the
 * account is open. `on_hold`: the account was opened, and then the approval was withdrawn.
 */
export type ShownStage = ApplicantStage | 'handed_in' | 'opened' | 'on_hold'

export interface StageLook {
  tone:
    | 'waiting'
    | 'action'
    | 'review'
    | 'longer'
    | 'good'
    | 'attention'
    | 'held'
    | 'declined'
    | 'bad'
  /** Index of the current step in `APPLICATION_STEPS`. */
  step: 0 | 1 | 2 | 3
}

export const STAGES: Record<ShownStage, StageLook> = {
  opening: { tone: 'waiting', step: 1 },
  open_failed: { tone: 'bad', step: 1 },
  ready: { tone: 'action', step: 1 },
  // The service is still checking, and may find that the check failed.
  handed_in: { tone: 'waiting', step: 1 },
  submitted: { tone: 'waiting', step: 1 },
  in_review: { tone: 'review', step: 2 },
  confirming: { tone: 'waiting', step: 2 },
  approved: { tone: 'good', step: 3 },
  opened: { tone: 'good', step: 3 },
  on_hold: { tone: 'held', step: 3 },
  account_refused: { tone: 'held', step: 3 },
  declined: { tone: 'declined', step: 2 },
  failed: { tone: 'bad', step: 1 },
  expired: { tone: 'attention', step: 1 },
  unknown: { tone: 'longer', step: 2 },
}

/** Why the page can't get any news. Shown in place of the stage, so that no action contradicts it. */
export type Trouble = 'offline' | 'unreachable'

/**
 * @param offline our own server didn't respond
 * @param inquiry says whether the service responds, which matters only while the customer is waiting for it
 */
export function troubleOf(
  offline: boolean,
  inquiry: Pick<ApplicantInquiryView, 'stage' | 'serviceUnreachable'>,
  shown: ShownStage,
): Trouble | null {
  if (isFinal(inquiry.stage)) return null
  if (offline) return 'offline'
  return inquiry.serviceUnreachable && STAGES[shown].tone === 'waiting' ? 'unreachable' : null
}

/** @param isHandedIn the hosted flow says that it's complete, which counts until a read says otherwise */
export function shownStage(
  {
    stage,
    accountOpened,
    accountOnHold,
  }: Pick<ApplicantInquiryView, 'stage' | 'accountOpened' | 'accountOnHold'>,
  isHandedIn: boolean,
): ShownStage {
  if (accountOnHold) return 'on_hold'
  if (stage === 'approved' && accountOpened) return 'opened'
  return stage === 'ready' && isHandedIn ? 'handed_in' : stage
}
