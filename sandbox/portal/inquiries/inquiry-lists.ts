// Queries for one tenant's inquiries.
import type { Inquiry, Tenant } from '../../state/entities.ts'
import type { Store } from '../../state/store.ts'

export const PAGE_SIZE = 50

/** Oldest first. */
export function listAwaitingReview(store: Store, tenant: Tenant): Inquiry[] {
  return store.inquiries
    .listBy('tenant', tenant.id)
    .filter((inquiry) => inquiry.status === 'NEEDS_REVIEW')
    .sort((one, other) => changedAt(one).localeCompare(changedAt(other)))
}

export interface InquiryFilter {
  /** Part of the reference, the note or an id; empty for all. */
  words: string
  /** Empty for all. */
  status: string
  /** The id of the previous page's last inquiry; empty for the first page. */
  after: string
}

/** One page of inquiries, newest first. `nextAfter` is null on the last page. */
export function listInquiries(
  store: Store,
  tenant: Tenant,
  { words, status, after }: InquiryFilter,
): { inquiries: Inquiry[]; nextAfter: string | null; total: number } {
  const sought = words.toLowerCase()
  const matching = store.inquiries
    .listBy('tenant', tenant.id)
    .toReversed()
    .filter((inquiry) => status === '' || inquiry.status === status)
    .filter(({ id, referenceId, note, correlationId }) =>
      [id, referenceId, note, correlationId].some((text) => text?.toLowerCase().includes(sought)),
    )
  const start = matching.findIndex(({ id }) => id === after) + 1
  const inquiries = matching.slice(start, start + PAGE_SIZE)
  const hasMore = start + PAGE_SIZE < matching.length
  return {
    inquiries,
    nextAfter: hasMore ? (inquiries.at(-1)?.id ?? null) : null,
    total: matching.length,
  }
}

/** When the inquiry got its current status. */
export function changedAt(inquiry: Inquiry): string {
  return inquiry.history.at(-1)?.at ?? inquiry.openedAt
}
