import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ColumnTime } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/views'
import { CopyText } from './copy-text'
import { type Column, DataTable } from './data-table'
import { kindText, OUTCOME_TEXTS, rejectionText } from './event-texts'
import { InquiryLink } from './inquiry-link'

interface EventTableProps {
  events: EventListItem[]
  /** This list's URL, for the link back from an inquiry. */
  address: string
  empty: ReactNode
}

export function EventTable({ events, address, empty }: EventTableProps) {
  const columns: Column<EventListItem>[] = [
    {
      label: 'Event',
      phone: 'start',
      width: 'md:w-[44%]',
      cell: (event) =>
        event.outcome === 'rejected' ? <Rejection event={event} /> : <Recorded event={event} />,
    },
    {
      label: 'Outcome',
      phone: 'corner',
      cell: ({ outcome }) => {
        const { label, tone } = OUTCOME_TEXTS[outcome]
        return outcome === 'recorded' ? (
          <span className="max-md:text-xs/6">{label}</span>
        ) : (
          <Badge tone={tone}>{label}</Badge>
        )
      },
    },
    {
      label: 'Received (UTC)',
      phone: 'start',
      cell: ({ receivedAt }) => (
        <span className="whitespace-nowrap max-md:text-xs/6 max-md:text-ink-faint">
          <ColumnTime toSecond iso={receivedAt} />
        </span>
      ),
    },
    {
      label: 'Delivery ID',
      from: 'lg',
      phone: 'hide',
      cell: ({ deliveryId }) => (
        <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-faint">
          {deliveryId === null ? (
            'None'
          ) : (
            <span translate="no" className="font-mono text-xs">
              …{deliveryId.slice(-6)}
            </span>
          )}
          <CopyText text={deliveryId} name="Delivery ID" isInSight />
        </span>
      ),
    },
    {
      label: 'Inquiry',
      phone: 'end',
      cell: ({ inquiry, reference }) => (
        <InquiryLink id={inquiry} reference={reference} back={address} />
      ),
    },
  ]
  return <DataTable label="Events" items={events} columns={columns} empty={empty} />
}

function Recorded({ event: { kind, outcome, deliveries } }: { event: EventListItem }) {
  const { meaning } = OUTCOME_TEXTS[outcome]
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{kindText(kind)}</span>
        <span
          translate="no"
          className="min-w-0 font-mono text-xs/5 break-words text-ink-faint max-xl:hidden"
        >
          {kind}
        </span>
      </span>
      {meaning && <span className="block text-ink-faint">{meaning}</span>}
      {deliveries > 1 && <span className="block text-ink-soft">Delivered {deliveries} times</span>}
    </>
  )
}

function Rejection({ event: { kind, deliveries } }: { event: EventListItem }) {
  const { title, meaning, fix, check = [] } = rejectionText(kind)
  return (
    <>
      <span className="font-medium">{title}</span>
      {deliveries > 1 && <span className="text-ink-faint"> · {deliveries} deliveries</span>}
      <span className="mt-0.5 block max-w-xl text-ink-soft">{meaning}</span>
      <details className="mt-1 max-w-2xl text-[0.8125rem]/5 text-ink-soft">
        <summary className="-ml-1 w-fit rounded-md py-1 pr-2 pl-1 font-medium hover:bg-sunken">
          For your IT team
        </summary>
        <p className="mt-1 text-pretty">{fix}</p>
        {check.map((name) => (
          <p key={name} className="mt-1.5 flex items-start gap-2">
            <code
              translate="no"
              className="min-w-0 rounded-md bg-sunken px-1.5 font-mono text-xs/6 wrap-anywhere text-ink-soft"
            >
              {name}
            </code>
            <CopyText text={name} name={name} isInSight />
          </p>
        ))}
      </details>
    </>
  )
}
