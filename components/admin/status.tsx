/** The name and badge of a status on staff screens. */
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { InquiryListItem } from '@/lib/back-office/inquiry-list'
import { isWaiting, type KnownStatus } from '@/lib/inquiries/status'
import { entryFor, inWords, waited } from './words'

interface StatusLook {
  name: string
  tone: BadgeTone
}

const LOOKS: Readonly<Record<KnownStatus, StatusLook>> = {
  APPROVED: { name: 'Approved', tone: 'good' },
  NEEDS_REVIEW: { name: 'Needs review', tone: 'warn' },
  DECLINED: { name: 'Declined', tone: 'bad' },
  FAILED: { name: 'Failed', tone: 'bad' },
  COMPLETED: { name: 'Completed', tone: 'info' },
  PENDING: { name: 'Pending', tone: 'plain' },
}

/** Our own names for an inquiry that has no status yet. */
const OWN: Readonly<Record<string, StatusLook>> = {
  OPENING: { name: 'Opening', tone: 'info' },
  OPENED: { name: 'Opened', tone: 'plain' },
  NOT_OPENED: { name: 'Not opened', tone: 'bad' },
}

/** Statuses are an open set (S6, N5). An unknown one shows as `Unknown status (Escalated)`, or without the word if we didn't store it. */
function statusLook(status: string): StatusLook {
  const known = entryFor({ ...OWN, ...LOOKS }, status)
  const name = status === 'UNKNOWN' ? 'Unknown status' : `Unknown status (${inWords(status)})`
  return known ?? { name, tone: 'warn' }
}

export const statusName = (status: string): string => statusLook(status).name

export function StatusBadge({
  inquiry,
}: {
  inquiry: Pick<InquiryListItem, 'openState' | 'status' | 'isBeingConfirmed' | 'reversedAt'>
}) {
  const { name, tone } = statusLook(statusOrOpenState(inquiry))
  return (
    <>
      <Badge tone={tone} title={name}>
        {name}
      </Badge>
      {inquiry.isBeingConfirmed && (
        <span className="text-sm whitespace-nowrap text-muted-foreground">being confirmed</span>
      )}
      {inquiry.reversedAt && <Badge tone="bad">Reversed</Badge>}
    </>
  )
}

/** The inquiry's status, or before the first one the state of its open request. */
function statusOrOpenState({
  openState,
  status,
}: Pick<InquiryListItem, 'openState' | 'status'>): string {
  if (openState === 'OPEN_FAILED') return 'NOT_OPENED'
  if (openState === 'OPENING') return 'OPENING'
  return status ?? 'OPENED'
}

interface WaitingProps {
  inquiry: Pick<InquiryListItem, 'status' | 'statusSince'>
  now: Date
}

/** How long an applicant has waited for a decision. */
export function Waiting({ inquiry: { status, statusSince }, now }: WaitingProps) {
  if (!isWaiting(status) || statusSince === null) return null
  const { text, isOverdue } = waited(statusSince, now)
  return (
    <span className={cn('tabular-nums', isOverdue && 'font-medium text-warning')}>
      <span>waiting {text}</span>
      {isOverdue && <span> · overdue</span>}
    </span>
  )
}
