/** How a status reads on the staff's screens. Statuses are an open set (S6, N5): one not known is shown as it came. */
import type { BadgeTone } from '@/components/ui/badge'
import type { InquiryListItem } from '@/lib/back-office/views'

interface StatusLook {
  label: string
  tone: BadgeTone
}

const LOOKS: Readonly<Record<string, StatusLook>> = {
  PENDING: { label: 'Pending', tone: 'plain' },
  COMPLETED: { label: 'Completed', tone: 'info' },
  NEEDS_REVIEW: { label: 'Needs review', tone: 'warn' },
  APPROVED: { label: 'Approved', tone: 'good' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  FAILED: { label: 'Failed', tone: 'bad' },
}

export const KNOWN_STATUSES = Object.entries(LOOKS).map(([status, { label }]) => ({
  status,
  label,
}))

export const statusLook = (status: string): StatusLook =>
  (Object.hasOwn(LOOKS, status) ? LOOKS[status] : undefined) ?? { label: status, tone: 'other' }

export function inquiryLook(item: Pick<InquiryListItem, 'openState' | 'status'>): StatusLook {
  if (item.openState === 'OPENING') return { label: 'Opening', tone: 'info' }
  if (item.openState === 'OPEN_FAILED') return { label: 'Not opened', tone: 'bad' }
  return item.status === null ? { label: 'Opened', tone: 'plain' } : statusLook(item.status)
}
