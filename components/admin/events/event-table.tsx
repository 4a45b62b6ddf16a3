import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CopyText } from '@/components/admin/copy-text'
import { DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { ColumnTime } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/views'
import { useKindText } from './kind-text'

const TONES: Record<EventListItem['match'], BadgeTone> = {
  matched: 'plain',
  other_reference: 'warn',
  no_inquiry: 'warn',
  unknown_kind: 'info',
}

interface EventTableProps {
  events: EventListItem[]
  /** This list's URL, for the link back from an inquiry. */
  address: string
  empty: ReactNode
}

export function EventTable({ events, address, empty }: EventTableProps) {
  const t = useTranslations('StaffEvents')
  const kindText = useKindText()
  return (
    <DataTable
      label={t('title')}
      items={events}
      columns={[
        {
          label: t('columns.event'),
          cell: (event) => (
            <>
              <span className="flex items-start justify-between gap-3">
                <span className="font-medium">{kindText(event.kind)}</span>
                <span className="md:hidden">
                  <MatchBadge match={event.match} />
                </span>
              </span>
              <span
                translate="no"
                className="block font-mono text-xs/5 text-ink-faint max-md:hidden"
              >
                {event.kind}
              </span>
              <span className="block md:hidden">
                <MatchMeaning match={event.match} />
              </span>
            </>
          ),
        },
        {
          label: t('columns.received'),
          phone: 'start',
          cell: ({ receivedAt }) => (
            <span className="max-md:text-xs/6 max-md:text-ink-faint">
              <ColumnTime toSecond iso={receivedAt} />
            </span>
          ),
        },
        {
          label: t('columns.match'),
          phone: 'hide',
          cell: ({ match }) => (
            <>
              <MatchBadge match={match} />
              <MatchMeaning match={match} />
            </>
          ),
        },
        {
          label: t('columns.deliveries'),
          from: 'lg',
          phone: 'hide',
          cell: ({ deliveries, firstDeliveryId }) => (
            <span className="inline-flex items-center gap-1 tabular-nums">
              {deliveries}
              <CopyText text={firstDeliveryId} name={t('columns.delivery')} />
            </span>
          ),
        },
        {
          label: t('columns.inquiry'),
          phone: 'end',
          cell: (event) => (
            <InquiryLink id={event.inquiry} reference={event.reference} back={address} />
          ),
        },
      ]}
      empty={empty}
    />
  )
}

function MatchBadge({ match }: Pick<EventListItem, 'match'>) {
  const t = useTranslations('StaffEvents')
  return <Badge tone={TONES[match]}>{t(`matches.${match}.label`)}</Badge>
}

/** Explains the badge, unless the event matched. */
function MatchMeaning({ match }: Pick<EventListItem, 'match'>) {
  const t = useTranslations('StaffEvents')
  if (match === 'matched') return null
  return <span className="mt-1 block text-ink-faint">{t(`matches.${match}.meaning`)}</span>
}
