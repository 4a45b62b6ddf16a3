// Types that the flow's page and its server share. Answers need no validation, because the page always comes from this server.
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

/** The pages that each document type needs (D9). */
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

/** The picture types that each capability accepts. */
export const PICTURE_TYPES: Readonly<Record<PictureCapability, readonly ArtifactType[]>> = {
  PASSPORT_SCAN: DOCUMENT_TYPES,
  FACE_MATCH: ['selfie'],
  SIGNATURE: ['signature'],
}

/** The fields of PERSONAL_INFO, in order (S4). */
export const PERSONAL_INFO_FIELDS = ['fullName', 'country', 'email', 'phone'] as const
export type PersonalInfoField = (typeof PERSONAL_INFO_FIELDS)[number]

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** Sent in place of a picture. The server draws the specimen itself, so nobody ever uploads an SVG. */
export const SPECIMEN = 'specimen'

/** The customer's progress. It contains none of their input, because anyone with the inquiryId can read it. */
export interface FlowState {
  merchantName: string
  /** The merchant's brand, with its colour as browsers without relative colours show it; null means the service's own. */
  brand: (Brand & { darkened: string }) | null
  steps: Capability[]
  /** Capabilities with a result, and the type of the submitted picture. */
  collected: { capability: Capability; type?: ArtifactType }[]
  /** A fictional person, so that nobody has to type. The specimens match. */
  samplePerson: PersonalInfo
  /** This tenant requires `mode: 'redirect'` (N19). */
  redirectOnly: boolean
  /** True once a phone has opened the newest link. */
  onPhone: boolean
}

/** The data of a start by redirect. The page keeps it for its tab, so that a reload resumes the flow. */
export interface Redirect extends FlowStart {
  /** Where the customer returns to; null if no usable URL was given. */
  returnUrl: string | null
  /** Where the customer returns to after cancelling; null means `returnUrl`. */
  cancelUrl: string | null
  /** True if it came with another device's link. */
  isPhone: boolean
}

/** A link to the flow for the customer's phone. It works once. */
export interface PhoneLink {
  url: string
  expiresInMs: number
}

export interface FlowProblem {
  reason:
    | FlowRefusal
    | 'invalid'
    /** Not a JPEG, PNG or WebP picture. */
    | 'unreadable'
    | 'too-large'
    /** The phone's link was used, replaced, has expired, or is unknown. */
    | 'link-used'
    /** The page sent a request that the server can't read, which is a bug. */
    | 'malformed'
  fields?: string[]
}

/** The outcomes that a customer may choose in the sandbox. If they choose none, the sandbox decides. */
export const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED'] as const
export type Outcome = (typeof OUTCOMES)[number]
