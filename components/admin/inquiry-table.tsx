/** One page of the inquiry list. */
import Link from 'next/link'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/inquiry-list'
import { productName } from '@/site'
import { DataTable } from './data-table'
import { StatusBadge, Waiting } from './status'
import { waited } from './words'

export function InquiryTable({ items, now }: { items: InquiryListItem[]; now: Date }) {
  return (
    <DataTable
      label="Inquiries"
      items={items}
      columns={[
        {
          label: 'Reference',
          isRowHeader: true,
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
            // The service may send a status of any length. If the badge cuts it off, its title shows all of it.
            <span className="flex flex-wrap items-center gap-1.5 md:max-w-52 xl:max-w-96">
              <StatusBadge inquiry={item} />
              <Waiting inquiry={item} now={now} />
            </span>
          ),
        },
        {
          label: 'Account',
          phone: 'shared',
          cell: ({ product }) => (
            <span className="whitespace-nowrap">{productName(product, 'en')}</span>
          ),
        },
        {
          label: 'Opened',
          phone: 'line',
          cell: ({ createdAt }) => (
            <>
              <span className="text-foreground">{waited(createdAt, now).text} ago</span>
              <span className="text-subtle-foreground">
                {' · '}
                <UtcTime at={createdAt} />
              </span>
            </>
          ),
        },
      ]}
    />
  )
}
