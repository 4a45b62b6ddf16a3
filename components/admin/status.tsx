/** How staff screens show a status: its name, the tone of its badge and its colour in charts. */
import { Badge, type BadgeTone } from '@/components/ui/badge'
import type { InquiryListItem } from '@/lib/back-office/inquiry-list'
import { entryFor, inWords } from './words'

interface StatusLook {
  name: string
  tone: BadgeTone
  /** Classes for a bar and for its dot in the legend. */
  fill: string
  dot: string
}

/** The service's, in the order that charts stack them. */
const LOOKS: Readonly<Record<string, StatusLook>> = {
  APPROVED: { name: 'Approved', tone: 'good', fill: 'fill-chart-success', dot: 'bg-chart-success' },
  NEEDS_REVIEW: {
    name: 'Needs review',
    tone: 'warn',
    fill: 'fill-chart-warning',
    dot: 'bg-chart-warning',
  },
  DECLINED: {
    name: 'Declined',
    tone: 'bad',
    fill: 'fill-chart-destructive',
    dot: 'bg-chart-destructive',
  },
  FAILED: { name: 'Failed', tone: 'plum', fill: 'fill-chart-plum', dot: 'bg-chart-plum' },
  COMPLETED: { name: 'Completed', tone: 'info', fill: 'fill-chart-info', dot: 'bg-chart-info' },
  PENDING: { name: 'Pending', tone: 'plain', fill: 'fill-chart-plain', dot: 'bg-chart-plain' },
}

export const KNOWN_STATUSES = Object.keys(LOOKS)

/** Our own statuses, for an inquiry without one from the service. The overview counts OPENING too. */
const BEFORE = { fill: 'fill-input', dot: 'bg-input' } as const
const OWN: Readonly<Record<string, StatusLook>> = {
  OPENING: { name: 'Opening', tone: 'info', fill: 'fill-chart-info/45', dot: 'bg-chart-info/45' },
  OPENED: { name: 'Opened', tone: 'plain', ...BEFORE },
  NOT_OPENED: { name: 'Not opened', tone: 'bad', ...BEFORE },
}

/**
 * Statuses are an open set (S6, N5): `Unknown status (Escalated)`, or just `Unknown status` if we didn't keep the service's
 * word.
 */
export function statusLook(status: string): StatusLook {
  const known = entryFor({ ...OWN, ...LOOKS }, status)
  const name = status === 'UNKNOWN' ? 'Unknown status' : `Unknown status (${inWords(status)})`
  return known ?? { name, tone: 'other', fill: 'fill-chart-other', dot: 'bg-chart-other' }
}

export const statusName = (status: string): string => statusLook(status).name

export function StatusBadge({
  inquiry,
}: {
  inquiry: Pick<InquiryListItem, 'openState' | 'status'>
}) {
  const status = shownStatus(inquiry)
  const { name, tone } = statusLook(status)
  return (
    <Badge tone={tone} title={tone === 'other' ? status : undefined}>
      {name}
    </Badge>
  )
}

/** The inquiry's status or, before there is one, the state of opening it. */
function shownStatus({ openState, status }: Pick<InquiryListItem, 'openState' | 'status'>): string {
  if (openState === 'OPEN_FAILED') return 'NOT_OPENED'
  if (openState === 'OPENING') return 'OPENING'
  return status ?? 'OPENED'
}
