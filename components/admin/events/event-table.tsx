import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CopyText } from '@/components/admin/copy-text'
import { type Column, DataTable } from '@/components/admin/data-table'
import { InquiryLink } from '@/components/admin/inquiry-link'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { ColumnTime } from '@/components/ui/utc-time'
import type { EventListItem } from '@/lib/back-office/views'
import { useKindText } from './kind-text'

const TONES: Record<Exclude<EventListItem['match'], 'matched'>, BadgeTone> = {
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
  const allMatched = events.every(({ match }) => match === 'matched')
  const outcome: Column<EventListItem> = {
    label: t('columns.match'),
    phone: 'corner',
    cell: ({ match }) =>
      match === 'matched' ? null : <Badge tone={TONES[match]}>{t(`matches.${match}.label`)}</Badge>,
  }
  const columns: Column<EventListItem>[] = [
    {
      label: t('columns.event'),
      phone: 'start',
      width: 'md:w-[40%]',
      cell: (event) => (
        <>
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{kindText(event.kind)}</span>
            <span
              translate="no"
              className="min-w-0 font-mono text-xs/5 break-words text-ink-faint max-xl:hidden"
            >
              {event.kind}
            </span>
          </span>
          <Explanation event={event} />
        </>
      ),
    },
    // Only if there's something to say.
    ...(allMatched ? [] : [outcome]),
    {
      label: t('columns.received'),
      phone: 'start',
      cell: ({ receivedAt }) => (
        <span className="whitespace-nowrap max-md:text-xs/6 max-md:text-ink-faint">
          <ColumnTime toSecond iso={receivedAt} />
        </span>
      ),
    },
    {
      label: t('columns.delivery'),
      from: 'lg',
      phone: 'hide',
      cell: ({ firstDeliveryId }) => (
        <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-faint">
          {firstDeliveryId === null ? (
            t('noDelivery')
          ) : (
            <span translate="no" className="font-mono text-xs">
              …{firstDeliveryId.slice(-6)}
            </span>
          )}
          <CopyText text={firstDeliveryId} name={t('columns.delivery')} isInSight />
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
  ]
  return <DataTable label={t('title')} items={events} columns={columns} empty={empty} />
}

/** What an unusual outcome means, and how often the event arrived, if more than once. */
function Explanation({ event: { match, deliveries } }: { event: EventListItem }) {
  const t = useTranslations('StaffEvents')
  return (
    <>
      {match !== 'matched' && (
        <span className="block text-ink-faint">{t(`matches.${match}.meaning`)}</span>
      )}
      {deliveries > 1 && (
        <span className="block text-ink-soft">{t('delivered', { count: deliveries })}</span>
      )}
    </>
  )
}
