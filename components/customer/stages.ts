/** The look of each stage. Its texts are under `Verify.stages` in `messages/`. */
import type { ApplicantInquiryView } from '@/lib/inquiries/applicant-view'
import { isFinal, type ShownStage } from '@/lib/inquiries/stages'

/** The steps of the progress bar. */
export const APPLICATION_STEPS = ['application', 'check', 'decision', 'account'] as const

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
  // The service is still checking, and the check may still fail.
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

/** Why the page can't update. Shown instead of the stage, so that no action contradicts it. */
export type Trouble = 'noInternet' | 'offline' | 'unreachable'

/**
 * @param offline whether our own server didn't respond
 * @param isOnline whether the browser says that it has a connection. It may have none and still reach a server on the same machine
 * @param inquiry its `serviceUnreachable` matters only while the customer waits for the service
 */
export function troubleOf(
  offline: boolean,
  inquiry: Pick<ApplicantInquiryView, 'stage' | 'serviceUnreachable'>,
  shown: ShownStage,
  isOnline = true,
): Trouble | null {
  if (isFinal(inquiry.stage)) return null
  if (offline) return isOnline ? 'offline' : 'noInternet'
  return inquiry.serviceUnreachable && STAGES[shown].tone === 'waiting' ? 'unreachable' : null
}
