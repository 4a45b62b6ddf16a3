import { Radio } from 'lucide-react'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { UtcTime } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/inquiries/views'

const OUTCOMES: Record<
  EventListItem['outcome'],
  { label: string; tone: BadgeTone; meaning: string }
> = {
  APPLIED: { label: 'Applied', tone: 'good', meaning: 'It set the status.' },
  STALE: {
    label: 'Out of date',
    tone: 'plain',
    meaning: 'Older than what was known: kept, and changes nothing.',
  },
  UNMATCHED: { label: 'Unmatched', tone: 'warn', meaning: 'Fits no inquiry of ours so far.' },
  IGNORED: {
    label: 'Ignored',
    tone: 'plain',
    meaning: 'A kind that this application does not know.',
  },
}

export function EventTable({ events }: { events: EventListItem[] }) {
  return (
    <DataTable
      label="Events"
      items={events}
      columns={[
        {
          label: 'Event',
          cell: (event) => (
            <>
              <span className="font-medium">{event.kind}</span>
              <span className="block text-ink-faint">
                <UtcTime iso={event.receivedAt} />
              </span>
              <span className="mt-1.5 block md:hidden">
                <Outcome event={event} />
              </span>
            </>
          ),
        },
        { label: 'Outcome', from: 'md', cell: (event) => <Outcome event={event} /> },
        {
          label: 'Deliveries',
          from: 'lg',
          cell: (event) => (
            <>
              {event.deliveries}
              {event.firstDeliveryId && (
                <span className="block font-mono text-xs/5 break-all text-ink-faint">
                  {event.firstDeliveryId}
                </span>
              )}
            </>
          ),
        },
        { label: 'Signed at', from: 'xl', cell: (event) => <UtcTime iso={event.createdAt} /> },
        { label: 'Inquiry', cell: (event) => <InquiryLink inquiry={event.inquiry} /> },
      ]}
      empty={
        <EmptyState icon={Radio} title="No events yet">
          Verified events of the service show here, each once, however often it was delivered.
        </EmptyState>
      }
    />
  )
}

function Outcome({ event }: { event: EventListItem }) {
  const { label, tone, meaning } = OUTCOMES[event.outcome]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <span className="mt-1 block text-ink-faint">{event.heldBecause ?? meaning}</span>
    </>
  )
}
