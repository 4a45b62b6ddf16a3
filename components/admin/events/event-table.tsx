import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { UtcTime } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/views'

const TONES: Record<EventListItem['match'], BadgeTone> = {
  matched: 'good',
  other_reference: 'warn',
  no_inquiry: 'warn',
  unknown_kind: 'plain',
}

interface EventTableProps {
  events: EventListItem[]
  /** The list's own address, for the way back from an inquiry. */
  address: string
  empty: ReactNode
}

export function EventTable({ events, address, empty }: EventTableProps) {
  const t = useTranslations('StaffEvents')
  return (
    <DataTable
      label={t('title')}
      items={events}
      columns={[
        {
          label: t('columns.event'),
          cell: (event) => (
            <>
              <span translate="no" className="font-medium">
                {event.kind}
              </span>
              <span className="block text-ink-faint">
                <UtcTime iso={event.receivedAt} />
              </span>
              <span className="mt-1.5 block md:hidden">
                <Match event={event} />
              </span>
            </>
          ),
        },
        { label: t('columns.match'), from: 'md', cell: (event) => <Match event={event} /> },
        {
          label: t('columns.deliveries'),
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
        {
          label: t('columns.signedAt'),
          from: 'xl',
          cell: (event) => <UtcTime iso={event.createdAt} />,
        },
        {
          label: t('columns.inquiry'),
          cell: (event) => (
            <InquiryLink id={event.inquiry} reference={event.reference} back={address} />
          ),
        },
      ]}
      empty={empty}
    />
  )
}

function Match({ event: { match } }: { event: EventListItem }) {
  const t = useTranslations('StaffEvents')
  return (
    <>
      <Badge tone={TONES[match]}>{t(`matches.${match}.label`)}</Badge>
      {match !== 'matched' && (
        <span className="mt-1 block text-ink-faint">{t(`matches.${match}.meaning`)}</span>
      )}
    </>
  )
}
