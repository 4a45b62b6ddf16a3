// What the flow's page and its server say to each other, the types alone: the page is always served by this server.

/** The capabilities of the contract (W9), and SIGNATURE, which a template may add. */
export type FlowCapability = 'PERSONAL_INFO' | 'PASSPORT_SCAN' | 'FACE_MATCH' | 'SIGNATURE'
export type PictureCapability = Exclude<FlowCapability, 'PERSONAL_INFO'>

export type DocumentType = 'passport' | 'national_id' | 'driving_license'
export type PictureType = DocumentType | 'selfie' | 'signature'
export type PicturePage = 'frontPage' | 'backPage'

/** Which pictures each type wants (D9). */
export const PICTURE_PAGES: Readonly<Record<PictureType, readonly PicturePage[]>> = {
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

/** What may be handed in for each capability. */
export const PICTURE_TYPES: Readonly<Record<PictureCapability, readonly PictureType[]>> = {
  PASSPORT_SCAN: DOCUMENT_TYPES,
  FACE_MATCH: ['selfie'],
  SIGNATURE: ['signature'],
}

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** In place of a picture's bytes: the server draws the specimen itself, so that no SVG is ever uploaded. */
export const SPECIMEN = 'specimen'
/** The same, for a check that fails. */
export const FAILING_SPECIMEN = 'failing-specimen'
/** The same papers in somebody else's name. */
export const OTHER_NAME_SPECIMEN = 'other-name-specimen'

/** Where the customer stands. Holds nothing that they typed: whoever has the inquiryId can read this. */
export interface FlowState {
  merchantName: string
  /** The merchant's look; null for the service's own. */
  brand: { color: string; logo: string | null } | null
  /** Who runs the check. */
  serviceName: string
  steps: FlowCapability[]
  /** Capabilities that have a result, with the type of picture that was given. */
  collected: { capability: FlowCapability; type?: PictureType }[]
  /** This tenant wants `mode: 'redirect'` (N19). */
  redirectOnly: boolean
  /** Somebody presents the sandbox: its sample person is offered openly. */
  presenting: boolean
}

export type FlowProblemReason =
  /** No inquiry has this id. */
  | 'unknown'
  | 'expired'
  | 'finished'
  | 'incomplete'
  /** Some fields of the personal information need another look. */
  | 'invalid'
  /** Not a JPEG, PNG or WebP picture. */
  | 'unreadable'
  | 'too-large'
  /** The page and the server do not understand each other: a bug. */
  | 'malformed'

export interface FlowProblem {
  reason: FlowProblemReason
  fields?: string[]
}

/** The outcomes that the sandbox lets a customer choose. Null leaves the inquiry to run its course. */
export const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED'] as const
export type Outcome = (typeof OUTCOMES)[number]
