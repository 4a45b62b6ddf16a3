/**
 * The plain shapes that screens show. No database row leaves `lib/inquiries`; dates are ISO-8601 strings,
 * so that a server component, a route handler and SWR all carry the same thing.
 */
import type { ApplicantStage } from './status'

/** `GET /api/inquiries/current`, and the verify page. `no-store`. */
export interface ApplicantInquiryView {
  stage: ApplicantStage
  product: string
  /** Present only while the hosted flow can be taken (stage `ready`): a bearer token, never put it in a URL. */
  inquiryId: string | null
  /** When the hosted flow closes. */
  expiresAt: string | null
  /** `openAccount` has succeeded for a confirmed approval that still stands. */
  accountOpened: boolean
  /** The service did not answer lately, so the stage may lag behind. */
  serviceUnreachable: boolean
  openedAt: string
  updatedAt: string
}

/** One line of the staff's list. */
export interface InquiryListItem {
  id: string
  referenceId: string
  product: string
  openState: 'OPENING' | 'OPEN' | 'OPEN_FAILED'
  /** What the last read confirmed. */
  status: string | null
  /** What an event has reported and no read has confirmed yet. */
  reportedStatus: string | null
  reversed: boolean
  createdAt: string
  updatedAt: string
}

export interface Page<Item> {
  items: Item[]
  /** Pass as `after` for the next (older) page; null on the last one. */
  nextCursor: string | null
}

/** One inquiry for staff, without anything about the person. */
export interface InquiryDetail extends InquiryListItem {
  /** Of what is shown, to be compared with the latest. */
  version: string
  inquiryId: string | null
  note: string | null
  correlationId: string
  openAttempts: number
  openError: string | null
  readAt: string | null
  expiresAt: string | null
  reviewReasons: string[]
  portalDecisionNote: string | null
  portalDecidedAt: string | null
  capabilities: string[]
  nextReadAt: string | null
  readAttempts: number
  readError: string | null
  grantedAt: string | null
  accountOpenedAt: string | null
  account: string | null
  accountError: string | null
  reversedAt: string | null
  orphanId: string | null
  timeline: TimelineEntry[]
}

/** What happened, oldest first. */
export interface TimelineEntry {
  at: string
  kind: 'open' | 'event' | 'change' | 'view'
  label: string
  detail: string | null
  correlationId: string | null
}

/** `GET /api/admin/inquiries/{id}/documents`: fetched on demand, shown, and kept nowhere (D6–D12, S3–S5). */
export interface RevealedInquiry {
  status: string
  /** One expiry shared by all URLs (D6); null when there are no documents to show. */
  urlExpiresAt: string | null
  documents: RevealedDocument[]
  /** Why there are no documents, when that is so. */
  documentsUnavailable: 'not_approved' | 'none' | null
  /** As the service gives it; which fields are present is not promised (N14). */
  identity: RevealedIdentity | null
}

export interface RevealedDocument {
  /** One of D8, or a type not known yet. */
  type: string
  frontPage: string | null
  backPage: string | null
  /** Whether the type has a back page at all (D9), so that a missing one can be explained (D10). */
  hasBackPage: boolean
}

/** Label and value pairs in the order to show them. */
export interface RevealedIdentity {
  person: { label: string; value: string }[]
  document: { label: string; value: string }[]
}

/** What the same route answers when it cannot: `{ error }`, with the HTTP status beside each. */
export type RevealError =
  | 'signed_out' // 401
  | 'forbidden' // 403: the role may not see documents
  | 'not_found' // 404
  | 'not_opened' // 409: the inquiry has no inquiryId yet
  | 'rate_limited' // 429, with Retry-After in seconds
  | 'unavailable' // 503: the service did not answer

/** What "Refresh status" found. */
export type RefreshResult =
  | { ok: true; status: string | null; changed: boolean }
  | {
      ok: false
      /** `unavailable`: the service didn't answer, or can't be asked now. The read will be retried. */
      reason: 'not_found' | 'not_opened' | 'unavailable'
    }

export interface EventListItem {
  id: string
  kind: string
  createdAt: string
  receivedAt: string
  deliveries: number
  firstDeliveryId: string | null
  status: string | null
  /** `other_reference`: our inquiry with this inquiryId has another reference than the event. */
  match: 'matched' | 'no_inquiry' | 'other_reference' | 'unknown_kind'
  /** Our own id of the inquiry it belongs to, for a link. */
  inquiry: string | null
}

export type RejectionReason =
  | 'no_header'
  | 'malformed_header'
  | 'bare_digest'
  | 'wrong_secret_or_altered_body'
  | 'unreadable_event'
  | 'too_large'
  | 'too_slow'
  | 'too_many'

export interface RejectedDeliveryItem {
  id: string
  receivedAt: string
  reason: string
  /** How many rejections the row stands for; the other fields are of the last one. */
  count: number
  deliveryId: string | null
  /** Null if the body was not read. */
  bodyBytes: number | null
}

export interface AuditListItem {
  id: string
  at: string
  actor: string
  action: string
  outcome: string
  inquiry: string | null
  correlationId: string | null
}

export interface StaffListItem {
  id: string
  email: string
  name: string
  role: 'VIEWER' | 'REVIEWER' | 'ADMIN'
  active: boolean
  createdAt: string
}

/** `/admin`: what needs attention first. */
export interface Overview {
  unsettledTooLong: number
  unmatchedEvents: number
  rejectedDeliveries: number
  reversals: number
  accountsNotOpened: number
  servicePause: { until: string; reason: string } | null
  outcomesByDay: { day: string; outcomes: Record<string, number> }[]
  /** Seconds from the open to a confirmed decision. */
  timeToDecision: { median: number; p95: number } | null
}
