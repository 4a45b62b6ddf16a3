/** One page of the inquiry list. */
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/inquiry-list'
import { isWaiting } from '@/lib/inquiries/status'
import { productName } from '@/site'
import { DataTable } from './data-table'
import { StatusBadge } from './status'
import { waited } from './words'

export function InquiryTable({ items, now }: { items: InquiryListItem[]; now: Date }) {
  return (
    <DataTable
      label="Inquiries"
      items={items}
      columns={[
        {
          label: 'Reference',
          phone: 'shared',
          cell: ({ id, referenceId }) => (
            // The whole row is a link.
            <Link
              href={`/admin/inquiries/${id}`}
              prefetch={false}
              className="font-medium whitespace-nowrap text-foreground tabular-nums -outline-offset-2 after:absolute after:inset-0"
            >
              {referenceId}
            </Link>
          ),
        },
        {
          label: 'Status',
          phone: 'shared',
          cell: (item) => (
            // The service may send a status of any length. If it's cut off, the badge's title has all of it.
            <span className="flex max-w-64 flex-wrap gap-1.5">
              <StatusBadge inquiry={item} />
              {item.reversed && <Badge tone="bad">Reversed</Badge>}
            </span>
          ),
        },
        {
          label: 'Account',
          phone: 'shared',
          cell: ({ product }) => productName(product, 'en'),
        },
        {
          label: 'Waiting',
          phone: 'shared',
          cell: (item) => <Waiting item={item} now={now} />,
        },
        {
          label: 'Opened',
          phone: 'line',
          cell: ({ createdAt }) => (
            <span className="max-md:text-[0.8125rem]/5 max-md:text-subtle-foreground">
              <UtcTime iso={createdAt} />
            </span>
          ),
        },
      ]}
    />
  )
}

function Waiting({ item: { status, statusSince }, now }: { item: InquiryListItem; now: Date }) {
  if (!isWaiting(status) || statusSince === null) return null
  const { text, isOverdue } = waited(statusSince, now)
  return (
    <span className={cn('tabular-nums', isOverdue && 'font-medium text-warning')}>
      <span className="md:hidden">waiting </span>
      <span>{text}</span>
      {isOverdue && <span className="whitespace-nowrap"> · overdue</span>}
    </span>
  )
}
