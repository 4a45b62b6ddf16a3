// Everything the flow says. A language that lacks a sentence doesn't compile.

import type {
  DocumentType,
  FlowCapability,
  Outcome,
  PicturePage,
  PictureType,
} from '../flow-protocol.ts'
import type { PersonalInfoField } from '../personal-info-fields.ts'

/** Why a picture cannot be used, or why the camera does not start. */
export type PictureProblem =
  | 'unreadable'
  | 'too-large'
  | 'too-small'
  | 'camera-denied'
  | 'camera-missing'
  | 'camera-busy'

/** Why the flow cannot go on at all. */
export type DeadEnd = 'unknown' | 'expired' | 'finished' | 'redirect-only' | 'nobody' | 'offline'

export interface Words {
  /** Marks what only a sandbox has. */
  testMode: string
  language: string
  securedBy(service: string): string
  loading: string
  saving: string
  progress(position: number, total: number): string
  steps: Record<FlowCapability | 'CONSENT' | 'REVIEW', string>
  cancel: string
  continue: string
  back: string
  offline: string
  consent: {
    heading: string
    lead(merchant: string): string
    youNeed: string
    needs: Record<FlowCapability, string>
    privacy(merchant: string): string
    specimens: string
    agree: string
  }
  personalInfo: {
    heading: string
    lead: string
    labels: Record<PersonalInfoField, string>
    hints: Record<PersonalInfoField, string>
    problems: Record<PersonalInfoField, string>
    chooseCountry: string
    /** Names the folded part of the sandbox. */
    samples: string
    sample: string
    sampleHint: string
    fixFields(count: number): string
  }
  documentChoice: {
    heading: string
    lead: string
    names: Record<DocumentType, string>
    pages: Record<DocumentType, string>
    /** The button that goes on. */
    continueWith: Record<DocumentType, string>
  }
  picture: {
    /** What to do. */
    headings: Record<PictureType, Record<PicturePage, string>>
    /** What it is a picture of. */
    names: Record<PictureType, Record<PicturePage, string>>
    leads: Record<PictureType, string>
    takePhoto: string
    upload: string
    uploadHint: string
    specimens: string
    specimen: string
    specimenHint: string
    failCheck: string
    anotherName: string
    capture: string
    preview: string
    /** The question about a picture that was taken or chosen, and what to look for. */
    isItReadable: Record<PictureType, string>
    isItClear: Record<PictureType, string>
    use: string
    retake: string
    cameraPicture: string
    cameraStarting: string
    problems: Record<PictureProblem, string>
  }
  review: {
    heading: string
    lead(merchant: string): string
    given: string
    change: string
    submit: string
  }
  sandbox: {
    heading: string
    outcome: string
    lead: string
    letItRun: string
    outcomes: Record<Outcome, string>
    hints: Record<Outcome | 'RUN', string>
  }
  done: { heading: string; lead(merchant: string): string; decided(outcome: string): string }
  leave: { heading: string; lead: string; stay: string; go: string }
  return(merchant: string | null): string
  closeWindow: string
  tryAgain: string
  deadEnds: Record<DeadEnd, { heading: string; lead: string }>
}
