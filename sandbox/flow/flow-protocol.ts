// What the flow's page and its server share. Types are enough for the answers, because this server always serves the page.
import type { FlowRefusal } from '../commands/inquiries.ts'
import type { FlowStart } from '../sdk/messages.ts'
import type {
  ArtifactPage,
  ArtifactType,
  Brand,
  Capability,
  DocumentType,
  PersonalInfo,
} from '../state/entities.ts'

export type PictureCapability = Exclude<Capability, 'PERSONAL_INFO'>

/** The pages that each type needs (D9). */
export const PICTURE_PAGES: Readonly<Record<ArtifactType, readonly ArtifactPage[]>> = {
  passport: ['frontPage'],
  national_id: ['frontPage', 'backPage'],
  driving_license: ['frontPage', 'backPage'],
  selfie: ['frontPage'],
  signature: ['frontPage'],
}

export const DOCUMENT_TYPES: readonly DocumentType[] = [
  'passport',
  'national_id',
  'driving_license',
]

/** What may be submitted for each capability. */
export const PICTURE_TYPES: Readonly<Record<PictureCapability, readonly ArtifactType[]>> = {
  PASSPORT_SCAN: DOCUMENT_TYPES,
  FACE_MATCH: ['selfie'],
  SIGNATURE: ['signature'],
}

/** What PERSONAL_INFO asks for, in order (S4). */
export const PERSONAL_INFO_FIELDS = ['fullName', 'country', 'email', 'phone'] as const
export type PersonalInfoField = (typeof PERSONAL_INFO_FIELDS)[number]

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** Sent instead of a picture's bytes: the server draws the specimen itself, so no SVG is ever uploaded. */
export const SPECIMEN = 'specimen'

/** The customer's progress. Contains nothing they typed, because anyone with the inquiryId can read it. */
export interface FlowState {
  merchantName: string
  /** The merchant's brand; null for the service's own. */
  brand: Brand | null
  steps: Capability[]
  /** Capabilities that have a result, with the type of picture submitted. */
  collected: { capability: Capability; type?: ArtifactType }[]
  /** Made up, for whoever doesn't want to type. The specimens match. */
  samplePerson: PersonalInfo
  /** This tenant requires `mode: 'redirect'` (N19). */
  redirectOnly: boolean
  /** A phone has opened the newest link. */
  onPhone: boolean
}

/** How a redirect starts the flow. The page keeps it for its tab, so that a reload resumes the flow. */
export interface Redirect extends FlowStart {
  /** Where the customer returns to; null if no usable URL was given. */
  returnUrl: string | null
  /** Where a customer who cancels returns to; null means `returnUrl`. */
  cancelUrl: string | null
  /** It came with a link from another device. */
  isPhone: boolean
}

/** A link of the flow for the customer's phone: it works once. */
export interface PhoneLink {
  url: string
  expiresInMs: number
}

export interface FlowProblem {
  reason:
    | FlowRefusal
    /** Some fields of the personal information are invalid. */
    | 'invalid'
    /** Not a JPEG, PNG or WebP picture. */
    | 'unreadable'
    | 'too-large'
    /** A phone's link that is used, replaced, expired or unknown. */
    | 'link-used'
    /** The page sent something the server doesn't understand, which is a bug. */
    | 'malformed'
  fields?: string[]
}

/** The outcomes that the sandbox lets a customer choose. Null lets the inquiry run. */
export const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED'] as const
export type Outcome = (typeof OUTCOMES)[number]
