import { Radio } from 'lucide-react'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { UtcTime } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/views'

const MATCHES: Record<EventListItem['match'], { label: string; tone: BadgeTone; meaning: string }> =
  {
    matched: {
      label: 'Recorded',
      tone: 'good',
      meaning: 'We then read the status from the service.',
    },
    other_reference: {
      label: 'Different reference',
      tone: 'warn',
      meaning: "It doesn't match the reference of our inquiry.",
    },
    no_inquiry: { label: 'No inquiry', tone: 'warn', meaning: "We don't know this inquiryId." },
    unknown_kind: {
      label: 'Unknown type',
      tone: 'plain',
      meaning: "We don't act on this type of event.",
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
                <Match event={event} />
              </span>
            </>
          ),
        },
        { label: 'Match', from: 'md', cell: (event) => <Match event={event} /> },
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
        { label: 'Inquiry', cell: (event) => <InquiryLink id={event.inquiry} /> },
      ]}
      empty={
        <EmptyState icon={Radio} title="No events yet">
          Verified events from the service appear here. Repeated deliveries count as one event.
        </EmptyState>
      }
    />
  )
}

function Match({ event }: { event: EventListItem }) {
  const { label, tone, meaning } = MATCHES[event.match]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <span className="mt-1 block text-ink-faint">{meaning}</span>
    </>
  )
}
