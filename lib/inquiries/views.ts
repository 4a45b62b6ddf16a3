/**
 * The plain shapes that screens show. No database row leaves `lib/inquiries`; dates are ISO-8601 strings,
 * so a server component, a route handler and SWR all carry the same thing.
 */
import type { ApplicantStage } from './status'

/** The account page. */
export interface ApplicantAccount {
  /** The number that `openAccount` returned. */
  account: string | null
  product: string
  openedAt: string
}

/** `GET /api/inquiries/current`, and the verify page. `no-store`. */
export interface ApplicantInquiryView {
  stage: ApplicantStage
  product: string
  /** Present only while the customer can take the hosted flow (stage `ready`). A bearer token: never put it in a URL. */
  inquiryId: string | null
  /** When the hosted flow closes. */
  expiresAt: string | null
  /** `openAccount` has succeeded for a confirmed approval that hasn't been withdrawn. */
  accountOpened: boolean
  /** The account was opened, and then its approval was withdrawn. */
  accountOnHold: boolean
  /** The number that `openAccount` returned; null unless the account is open or on hold. */
  account: string | null
  /** The service hasn't responded recently, so the stage may be out of date. */
  serviceUnreachable: boolean
  openedAt: string
  updatedAt: string
}

/** `GET /api/admin/inquiries/{id}/documents`: fetched on demand, shown, and never stored (D6–D12, S3–S5). */
export interface RevealedInquiry {
  status: string
  /** One expiry shared by all URLs (D6); null when there are no documents to show. */
  urlExpiresAt: string | null
  documents: RevealedDocument[]
  /** Why there are no documents; null if there are. */
  documentsUnavailable: 'not_approved' | 'none' | null
  /** As the service gives it; which fields are present is not promised (N14). */
  identity: RevealedIdentity | null
  /** What the applicant entered in the personal fields of our own form. */
  personal: RevealedField[]
}

export interface RevealedDocument {
  /** One of D8, or a type not known yet. */
  type: string
  frontPage: string | null
  backPage: string | null
  /** Whether the type has a back page at all (D9), so the screen can explain a missing one (D10). */
  hasBackPage: boolean
}

/** As received, in order: which fields are present is not promised (N14). */
export interface RevealedIdentity {
  /** What the customer entered in the hosted flow (S4). */
  declared: RevealedField[]
  /** What the service read from the document (S5). */
  document: RevealedField[]
  /** The parts of the document's address. */
  address: RevealedField[]
}

export interface RevealedField {
  /** The service's name: `fullName`. */
  name: string
  value: string
}

/** The same route's error response, `{ error }`, and the HTTP status of each. */
export type RevealError =
  | 'signed_out' // 401
  | 'forbidden' // 403: the role may not see documents
  | 'not_found' // 404
  | 'not_opened' // 409: the inquiry has no inquiryId yet
  | 'rate_limited' // 429, with Retry-After in seconds
  | 'unavailable' // 503: no usable answer from the service
