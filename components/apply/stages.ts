/** How each stage of an application looks. Its texts are under `Verify.stages` in `messages/`. */
import { type ApplicantStage, isFinal } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'

/** The steps of the progress bar. */
export const APPLICATION_STEPS = ['application', 'check', 'decision', 'account'] as const

/**
 * What the screen shows. `handed_in`: the hosted flow says so and no read has confirmed it yet. `elsewhere`: the flow is
 * open on another device. `opened`: approved, and the account is open.
 */
export type ShownStage = ApplicantStage | 'handed_in' | 'elsewhere' | 'opened'

export interface StageLook {
  tone: 'waiting' | 'action' | 'good' | 'attention' | 'bad'
  /** Index of the current step in `APPLICATION_STEPS`. */
  step: 0 | 1 | 2 | 3
  /** Why it ended there. */
  stopped?: 'failed' | 'declined' | 'expired'
}

export const STAGES: Record<ShownStage, StageLook> = {
  opening: { tone: 'waiting', step: 1 },
  open_failed: { tone: 'bad', step: 1, stopped: 'failed' },
  ready: { tone: 'action', step: 1 },
  elsewhere: { tone: 'action', step: 1 },
  handed_in: { tone: 'waiting', step: 2 },
  submitted: { tone: 'waiting', step: 2 },
  in_review: { tone: 'attention', step: 2 },
  confirming: { tone: 'waiting', step: 2 },
  approved: { tone: 'good', step: 3 },
  opened: { tone: 'good', step: 3 },
  declined: { tone: 'bad', step: 2, stopped: 'declined' },
  failed: { tone: 'bad', step: 1, stopped: 'failed' },
  expired: { tone: 'attention', step: 1, stopped: 'expired' },
  unknown: { tone: 'attention', step: 2 },
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
    handoff,
  }: Pick<ApplicantInquiryView, 'stage' | 'accountOpened' | 'handoff'>,
  isHandedIn: boolean,
): ShownStage {
  if (stage === 'approved' && accountOpened) return 'opened'
  if (stage !== 'ready') return stage
  if (isHandedIn) return 'handed_in'
  return handoff === 'confirmed' ? 'elsewhere' : 'ready'
}
