/** What each stage says to the applicant: what happens now, what to do next, and how long it usually takes. */
import type { ApplicantStage } from '@/lib/inquiries/status'

/** The steps that an application goes through, as its progress shows them. */
export const APPLICATION_STEPS = ['Application', 'Identity check', 'Decision', 'Account'] as const

export interface StageText {
  /** The heading. Stories select by it. */
  title: string
  now: string
  next: string
  /** How long this usually takes; null where nothing more is expected. */
  usually: string | null
  tone: 'waiting' | 'action' | 'good' | 'attention' | 'bad'
  /** Index into `APPLICATION_STEPS` of the step that is under way. */
  step: 0 | 1 | 2 | 3
}

export const STAGE_TEXT: Record<ApplicantStage, StageText> = {
  opening: {
    title: 'We are preparing your identity check',
    now: 'Your application is saved. We are asking the verification service for a check in your name.',
    next: 'Nothing to do. The start button appears here by itself.',
    usually: 'A few seconds',
    tone: 'waiting',
    step: 0,
  },
  open_failed: {
    title: 'We could not start your identity check',
    now: 'Something went wrong on our side before the check began. Nothing was sent, and nothing counts against you.',
    next: 'Start again. If it happens twice, write to us and we will look into it.',
    usually: null,
    tone: 'bad',
    step: 0,
  },
  ready: {
    title: 'Verify your identity',
    now: 'Your application is saved. One thing is left: show us that you are you.',
    next: 'Have your passport, identity card or driving licence at hand, and sit where there is light.',
    usually: 'About two minutes',
    tone: 'action',
    step: 1,
  },
  submitted: {
    title: 'We have everything we need',
    now: 'Your document and your picture have arrived, and they are being checked.',
    next: 'Stay on this page, or come back later: the result shows here either way.',
    usually: 'Less than a minute',
    tone: 'waiting',
    step: 2,
  },
  in_review: {
    title: 'A person is reviewing your application',
    now: 'Something was not clear to the machine, so a specialist looks at it. This is common and says nothing about you.',
    next: 'Nothing to do. You may close this page and come back to it on this device.',
    usually: 'Within one working day',
    tone: 'attention',
    step: 2,
  },
  confirming: {
    title: 'A decision has arrived',
    now: 'We are confirming it with the verification service before we act on it.',
    next: 'Nothing to do. The result shows here by itself.',
    usually: 'A few seconds',
    tone: 'waiting',
    step: 2,
  },
  approved: {
    title: 'You are approved',
    now: 'Your identity is confirmed.',
    next: 'Nothing more. You can close this page: the answer stays here.',
    usually: null,
    tone: 'good',
    step: 3,
  },
  declined: {
    title: 'We cannot open this account',
    now: 'After a review, your application was declined. We are not able to tell the reason here.',
    next: 'If you think that this is a mistake, write to us. You may also apply once more.',
    usually: null,
    tone: 'bad',
    step: 2,
  },
  failed: {
    title: 'The identity check did not succeed',
    now: 'The pictures could not be matched or read. A dark room or a reflection on the document is the usual reason.',
    next: 'Try again with more light and the document flat on a table. It is a new check from the start.',
    usually: null,
    tone: 'bad',
    step: 2,
  },
  expired: {
    title: 'Your identity check has expired',
    now: 'A check stays open for a limited time, and this one was not finished in it.',
    next: 'Start a new one. What you entered before is not lost: your choice of account is kept.',
    usually: null,
    tone: 'attention',
    step: 1,
  },
  unknown: {
    title: 'Your application is being processed',
    now: 'The verification service reports a step that is new to us. Your application is safe, and our staff can see it.',
    next: 'Nothing to do. We show the result here as soon as it is clear.',
    usually: 'Within one working day',
    tone: 'attention',
    step: 2,
  },
}
