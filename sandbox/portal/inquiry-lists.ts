// Queries for one tenant's inquiries.
import type { Inquiry, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

export const PAGE_SIZE = 50

/** Oldest first. */
export function listAwaitingReview(store: Store, tenant: Tenant): Inquiry[] {
  return store.inquiries
    .listBy('tenant', tenant.id)
    .filter((inquiry) => inquiry.status === 'NEEDS_REVIEW')
    .sort((one, other) => changedAt(one).localeCompare(changedAt(other)))
}

export interface InquiryFilter {
  /** Part of the name, the reference, the note or an id; empty for all. */
  words: string
  /** Empty for all. */
  status: string
  /** The id of the previous page's last inquiry; empty for the first page. */
  after: string
}

export interface InquiryPage {
  /** Newest first. */
  inquiries: Inquiry[]
  /** The `after` of the next page; null if there is none. */
  nextAfter: string | null
  /** How many inquiries with the words have each status. */
  counts: ReadonlyMap<string, number>
}

export function listInquiries(
  store: Store,
  tenant: Tenant,
  { words, status, after }: InquiryFilter,
): InquiryPage {
  const withWords = store.inquiries
    .listBy('tenant', tenant.id)
    .toReversed()
    .filter((inquiry) => hasWords(inquiry, words.toLowerCase()))
  const counts = new Map<string, number>()
  for (const one of withWords) counts.set(one.status, (counts.get(one.status) ?? 0) + 1)
  const matching = withWords.filter((inquiry) => status === '' || inquiry.status === status)
  const start = matching.findIndex(({ id }) => id === after) + 1
  const inquiries = matching.slice(start, start + PAGE_SIZE)
  const hasMore = start + PAGE_SIZE < matching.length
  return {
    inquiries,
    nextAfter: hasMore ? (inquiries.at(-1)?.id ?? null) : null,
    counts,
  }
}

function hasWords(inquiry: Inquiry, words: string): boolean {
  const { id, referenceId, note, correlationId } = inquiry
  const texts = [nameOf(inquiry), id, referenceId, note, correlationId]
  return texts.some((text) => text?.toLowerCase().includes(words))
}

/** The customer's name, if it is known. */
export function nameOf({ personalInfo, document }: Inquiry): string | undefined {
  return personalInfo?.fullName ?? document?.fullName
}

/** When the inquiry got its current status. */
export function changedAt(inquiry: Inquiry): string {
  return inquiry.history.at(-1)?.at ?? inquiry.openedAt
}
