/** What the applicant reads at each stage: what is happening, what to do next, and how long it usually takes. */
import type { ApplicantStage } from '@/lib/inquiries/status'

/** The steps of the progress bar. */
export const APPLICATION_STEPS = ['Application', 'Identity check', 'Decision', 'Account'] as const

export interface StageText {
  /** The heading. Stories select by it. */
  title: string
  now: string
  next: string
  /** How long this usually takes; null if nothing more will happen. */
  usually: string | null
  tone: 'waiting' | 'action' | 'good' | 'attention' | 'bad'
  /** Index of the current step in `APPLICATION_STEPS`. */
  step: 0 | 1 | 2 | 3
}

export const STAGE_TEXT: Record<ApplicantStage, StageText> = {
  opening: {
    title: 'We’re preparing your identity check',
    now: 'Your application is saved. We’re setting up your identity check with the verification service.',
    next: 'Nothing for now. The start button will appear here.',
    usually: 'A few seconds',
    tone: 'waiting',
    step: 0,
  },
  open_failed: {
    title: 'We couldn’t start your identity check',
    now: 'Something went wrong on our side before the check began. None of your documents were sent, and this doesn’t count against you.',
    next: 'Try again. If it happens twice, write to us and we’ll look into it.',
    usually: null,
    tone: 'bad',
    step: 0,
  },
  ready: {
    title: 'Verify your identity',
    now: 'Your application is saved. One step left: confirm it’s you.',
    next: 'Have your passport, identity card or driving licence ready, and find a well-lit spot.',
    usually: 'About two minutes',
    tone: 'action',
    step: 1,
  },
  submitted: {
    title: 'We have everything we need',
    now: 'We’ve received your document and selfie, and we’re checking them now.',
    next: 'Nothing for now. Stay on this page or come back later: your result will be here either way.',
    usually: 'Less than a minute',
    tone: 'waiting',
    step: 2,
  },
  in_review: {
    title: 'A specialist is reviewing your application',
    now: 'The automated check was inconclusive, so a specialist is taking a look. This is common and doesn’t count against you.',
    next: 'Nothing for now. You can close this page and come back to it on this device.',
    usually: 'Within one working day',
    tone: 'attention',
    step: 2,
  },
  confirming: {
    title: 'A decision has arrived',
    now: 'We’re confirming it with the verification service.',
    next: 'Nothing for now. Your result will appear here.',
    usually: 'A few seconds',
    tone: 'waiting',
    step: 2,
  },
  approved: {
    title: 'You are approved',
    now: 'We’ve confirmed your identity.',
    next: 'Nothing. You can close this page and come back at any time.',
    usually: null,
    tone: 'good',
    step: 3,
  },
  declined: {
    title: 'We can’t open this account',
    now: 'We reviewed your application and declined it. We can’t give the reason here.',
    next: 'If you think this is a mistake, write to us. You can also apply again.',
    usually: null,
    tone: 'bad',
    step: 2,
  },
  failed: {
    title: 'We couldn’t verify your identity',
    now: 'Your pictures couldn’t be read or matched. Poor light or glare on the document is the usual cause.',
    next: 'Try again in better light, with the document flat on a table. You’ll start a new check.',
    usually: null,
    tone: 'bad',
    step: 2,
  },
  expired: {
    title: 'Your identity check has expired',
    now: 'You have a limited time to finish a check, and this one ran out.',
    next: 'Try again. Your choice of account is already filled in.',
    usually: null,
    tone: 'attention',
    step: 1,
  },
  unknown: {
    title: 'Your application is being processed',
    now: 'It’s at a step we don’t recognise yet. Your application is safe, and our staff can see it.',
    next: 'Nothing for now. Your result will appear here.',
    usually: 'Within one working day',
    tone: 'attention',
    step: 2,
  },
}
