/** The view types of the staff screens. Dates are ISO 8601 strings. */
import type { EnteredField } from '../application-form'

export interface InquiryListItem {
  id: string
  referenceId: string
  product: string
  openState: 'OPENING' | 'OPEN' | 'OPEN_FAILED'
  /** The status confirmed by the last read. */
  status: string | null
  /** When a read first showed it. */
  statusSince: string | null
  reversed: boolean
  createdAt: string
}

/** We tell customers that a review takes up to one working day. */
export const OVERDUE_MS = 24 * 3_600_000
/** Counts stop here, so a number on a screen costs the same with a thousand rows as with millions. */
export const COUNTED_AT_MOST = 1_000

export interface Page<Item> {
  items: Item[]
  /** Pass as `after` for the next page; null on the last one. */
  nextCursor: string | null
}

/** No identity and no personal field, but the note and the reviewers' texts. */
export interface InquiryDetail extends InquiryListItem {
  /** It starts the hosted flow (F2), so it's null for staff who may not see the identity now. */
  inquiryId: string | null
  /** What the applicant entered, without the personal fields. */
  application: EnteredField[]
  /** The names of those that a reveal would show. */
  personalFields: string[]
  correlationId: string
  /** The status that events report, until a read confirms or corrects it. */
  reportedStatus: string | null
  readAt: string | null
  expiresAt: string | null
  reviewReasons: string[]
  portalDecisionNote: string | null
  portalDecidedAt: string | null
  capabilities: string[]
  dueAt: string | null
  attempts: number
  lastError: string | null
  grantedAt: string | null
  /** When the core system was first asked to open an account; without an answer, there may be one. */
  accountAskedAt: string | null
  accountOpenedAt: string | null
  account: string | null
  accountError: string | null
  /** Why `openAccount` refused; null if it didn't. */
  accountRefusal: string | null
  reversedAt: string | null
  /** The service has another inquiry for the same request (N2). */
  hasOrphan: boolean
  timeline: TimelineEntry[]
}

/** What happened; the screen puts it into words. */
export type TimelineEntry = {
  id: string
  at: string
  correlationId: string | null
} & (
  | { kind: 'requested'; error: string | null }
  /** `type` and `status` are the service's words. */
  | { kind: 'event'; type: string; status: string | null; deliveries: number }
  /** A read confirmed another status. */
  | { kind: 'change'; from: string | null; to: string }
  /** `by`: `you`, a colleague's name, or `system`. */
  | { kind: 'audit'; action: string; outcome: string; by: string }
)

export type RefreshResult =
  /** A read is on its way. `status`: as before it. */
  | { ok: true; askedAt: string; status: string | null }
  | { ok: false; error: 'not_found' | 'not_opened' | 'unavailable' }
  /** `rate_limited`: by the service, and the read is due. `too_often`: by this app, for one member of staff. */
  | { ok: false; error: 'rate_limited' | 'too_often'; retryAfterMs: number }

/** An event, or deliveries that were rejected. */
export interface EventListItem {
  id: string
  receivedAt: string
  /** `waiting`: no claim has taken it in yet. `set_aside`: it is about no inquiry of ours, or not about the one that we follow. */
  outcome: 'recorded' | 'waiting' | 'set_aside' | 'unknown_kind' | 'rejected'
  /** The event's type; why a delivery was rejected. */
  kind: string
  /** How often the event arrived; how many rejections the entry represents, of which it describes the last. */
  deliveries: number
  /** Of the first delivery of an event. */
  deliveryId: string | null
  /** Our own id of the inquiry, for a link. */
  inquiry: string | null
  /** Its referenceId. */
  reference: string | null
}

export interface AuditListItem {
  id: string
  at: string
  actor: string
  action: string
  /** The name of the colleague it is about, unless that is the actor. */
  subject: string | null
  outcome: string
  inquiry: string | null
  /** Its referenceId; null if the inquiry has been erased. */
  reference: string | null
  correlationId: string | null
}

/** Counts are bounded: at `COUNTED_AT_MOST` there may be more. */
export interface Overview {
  awaiting: number
  /** Longest waiting first. */
  oldest: InquiryListItem[]
  /** Applicants who have waited for a decision for more than a day. */
  overdue: number
  /** Of the last day. */
  eventsSetAside: number
  /** In the last 24 hours, the most frequent reason first. */
  rejectedDeliveries: { reason: string; count: number }[]
  reversals: number
  accountsNotOpened: number
  servicePause: { until: string; reason: string } | null
  /** Of the last fourteen days (UTC), oldest first. */
  outcomesByDay: { day: string; outcomes: Record<string, number> }[]
  /** Seconds from application to confirmed decision, over the same days. */
  timeToDecision: { median: number; p95: number } | null
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
