/** How staff screens show a status: its name, the tone of its badge and its colour in charts. */
import { Badge, type BadgeTone } from '@/components/ui/badge'
import type { InquiryListItem } from '@/lib/back-office/views'

interface StatusLook {
  label: string
  tone: BadgeTone
  /** Classes for a bar and for its dot in the legend. */
  fill: string
  dot: string
}

/** In the order in which charts stack them. */
const LOOKS: Readonly<Record<string, StatusLook>> = {
  APPROVED: { label: 'Approved', tone: 'good', fill: 'fill-chart-good', dot: 'bg-chart-good' },
  NEEDS_REVIEW: {
    label: 'Needs review',
    tone: 'warn',
    fill: 'fill-chart-warn',
    dot: 'bg-chart-warn',
  },
  DECLINED: { label: 'Declined', tone: 'bad', fill: 'fill-chart-bad', dot: 'bg-chart-bad' },
  FAILED: {
    label: 'Failed',
    tone: 'bad',
    fill: 'fill-chart-bad-faint',
    dot: 'bg-chart-bad-faint',
  },
  COMPLETED: { label: 'Completed', tone: 'info', fill: 'fill-chart-info', dot: 'bg-chart-info' },
  PENDING: { label: 'Pending', tone: 'plain', fill: 'fill-chart-plain', dot: 'bg-chart-plain' },
}

/** What we show while the service has no inquiry yet; the overview counts these as a status, too. */
const OPENING: StatusLook = {
  label: 'Opening',
  tone: 'info',
  fill: 'fill-chart-other',
  dot: 'bg-chart-other',
}

export const KNOWN_STATUSES = Object.entries(LOOKS).map(([status, { label }]) => ({
  status,
  label,
}))

/** Statuses are an open set (S6, N5): an unknown one is shown as the service sent it. */
export function statusLook(status: string): StatusLook {
  if (status === 'OPENING') return OPENING
  const known = Object.hasOwn(LOOKS, status) ? LOOKS[status] : undefined
  return known ?? { ...OPENING, label: status, tone: 'other' }
}

export function StatusBadge({
  inquiry: { openState, status },
}: {
  inquiry: Pick<InquiryListItem, 'openState' | 'status'>
}) {
  if (openState === 'OPEN_FAILED') return <Badge tone="bad">Not opened</Badge>
  if (openState === 'OPEN' && status === null) return <Badge tone="plain">Opened</Badge>
  const { label, tone } = openState === 'OPENING' || status === null ? OPENING : statusLook(status)
  return <Badge tone={tone}>{label}</Badge>
}
