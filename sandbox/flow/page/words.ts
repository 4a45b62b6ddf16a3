// All of the flow's texts. A language with a missing text doesn't compile.

import type {
  DocumentType,
  FlowCapability,
  Outcome,
  PicturePage,
  PictureType,
} from '../flow-protocol.ts'
import type { PersonalInfoField } from '../personal-info-fields.ts'

/** Why a picture can't be used, or why the camera doesn't start. */
export type PictureProblem =
  | 'unreadable'
  | 'too-large'
  | 'too-small'
  | 'camera-denied'
  | 'camera-missing'
  | 'camera-busy'

/** Why the flow can't continue. */
export type DeadEnd =
  | 'unknown'
  | 'expired'
  | 'finished'
  | 'redirect-only'
  | 'nobody'
  | 'phone'
  | 'offline'

export interface Words {
  /** Labels what only a sandbox has. */
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
    youDo: string
    tasks: Record<FlowCapability, { name: string; hint: string }>
    /** The selfie's hint, where the template asks for a document too. */
    comparedFace: string
    /** What the button agrees to. */
    agreement(service: string, merchant: string, comparesFace: boolean): string
    /** Follows the word for a sandbox. */
    specimens: string
    agree: string
    notNow: string
  }
  notice: {
    link: string
    heading: string
    points(service: string, merchant: string, comparesFace: boolean): readonly string[]
    close: string
  }
  personalInfo: {
    heading: string
    lead: string
    labels: Record<PersonalInfoField, string>
    hints: Record<PersonalInfoField, string>
    problems: Record<PersonalInfoField, string>
    chooseCountry: string
    sample: string
    sampleHint: string
  }
  documentChoice: {
    heading: string
    lead: string
    names: Record<DocumentType, string>
    pages: Record<DocumentType, string>
    /** The continue button. */
    continueWith: Record<DocumentType, string>
  }
  picture: {
    /** What to do. */
    headings: Record<PictureType, Record<PicturePage, string>>
    /** What the picture shows. */
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
    /** The question about the preview, and what to look for. */
    isItReadable: Record<PictureType, string>
    isItClear: Record<PictureType, string>
    /** Instead of that question, which makes no sense for a specimen. */
    specimenChosen: { heading: string; lead: string }
    use: string
    retake: string
    cameraPicture: string
    cameraStarting: string
    problems: Record<PictureProblem, string>
  }
  phone: {
    offer: string
    scan: { heading: string; lead: string }
    /** The QR code, for assistive technology. */
    code: string
    address: string
    /** Follows the word for a sandbox. */
    onlyHere: string
    /** Once a phone has opened the link. */
    opened: { heading: string; lead: string }
    here: string
  }
  review: {
    heading: string
    lead: string
    given: string
    change: string
    submit(merchant: string): string
  }
  sandbox: {
    heading: string
    outcome: string
    lead: string
    letItRun: string
    outcomes: Record<Outcome, string>
    hints: Record<Outcome | 'RUN', string>
  }
  done: {
    heading: string
    /** What was received. */
    lead(steps: readonly string[]): string
    /** While the flow closes by itself. */
    back(merchant: string): string
  }
  leave: { heading: string; lead: string; stay: string; go: string }
  return(merchant: string | null): string
  closeWindow: string
  /** On a phone that took over from another device. */
  closePhone: string
  tryAgain: string
  deadEnds: Record<DeadEnd, { heading: string; lead: string }>
}
