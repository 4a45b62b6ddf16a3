/** One page of the inquiry list. */

import { Inbox, SearchX } from 'lucide-react'
import Link from 'next/link'
import { cn } from '@/components/ui/cn'
import { ColumnTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/views'
import { isWaiting } from '@/lib/inquiries/status'
import { productName } from '@/site'
import { type Column, DataTable, NoValue } from './data-table'
import { EmptyState } from './list'
import { addressOf, type ListPage, toInquiryFrom } from './list-url'
import { StatusBadge } from './status'
import { waited } from './words'

interface InquiryTableProps {
  items: InquiryListItem[]
  list: ListPage
  now: Date
}

export function InquiryTable({ items, list, now }: InquiryTableProps) {
  const address = addressOf(list)
  /** A phone shows only the reference and the status, which then include the rest. */
  const columns: Column<InquiryListItem>[] = [
    {
      label: 'Reference',
      phone: 'start',
      width: 'md:w-[18%]',
      cell: (item) => <ReferenceCell item={item} href={toInquiryFrom(item.id, address)} />,
    },
    {
      label: 'Account',
      phone: 'hide',
      width: 'md:w-[21%]',
      cell: ({ product }) => productName(product, 'en'),
    },
    {
      label: 'Status',
      phone: 'end',
      width: 'md:w-[23%]',
      cell: (item) => (
        <>
          {/* The service may send a status of any length. If it's cut off, the badge's title has all of it. */}
          <span className="block max-w-32 md:max-w-36 xl:max-w-64">
            <StatusBadge inquiry={item} />
          </span>
          <span className="mt-1 block text-xs/5 empty:hidden md:hidden">
            <Waiting item={item} now={now} prefix="waiting " />
          </span>
          <span className="mt-1 block text-subtle-foreground empty:hidden max-md:hidden">
            <Remark item={item} />
          </span>
        </>
      ),
    },
    {
      label: 'Waiting',
      phone: 'hide',
      width: 'md:w-[15%]',
      cell: (item) => (isWaiting(item.status) ? <Waiting item={item} now={now} /> : <NoValue />),
    },
    {
      label: 'Opened (UTC)',
      phone: 'hide',
      width: 'md:w-[23%]',
      cell: ({ createdAt }) => <ColumnTime iso={createdAt} />,
    },
  ]
  return (
    <DataTable
      label="Inquiries"
      columns={columns}
      items={items}
      isCentred
      empty={<NoInquiries list={list} />}
    />
  )
}

/** The whole row is a link. */
function ReferenceCell({ item, href }: { item: InquiryListItem; href: string }) {
  return (
    <>
      <Link
        href={href}
        prefetch={false}
        className="block -outline-offset-2 after:absolute after:inset-0"
      >
        <span className="font-medium text-foreground tabular-nums wrap-anywhere md:whitespace-nowrap">
          {item.referenceId}
        </span>
      </Link>
      <div className="text-muted-foreground md:hidden">{productName(item.product, 'en')}</div>
      <div className="text-[0.8125rem]/5 text-subtle-foreground empty:hidden md:hidden">
        <Remark item={item} />
      </div>
      <div className="mt-0.5 text-xs/5 text-subtle-foreground md:hidden">
        <ColumnTime iso={item.createdAt} />
      </div>
    </>
  )
}

interface WaitingProps {
  item: InquiryListItem
  now: Date
  /** For a place without a column header. */
  prefix?: string
}

function Waiting({ item: { status, statusSince }, now, prefix = '' }: WaitingProps) {
  if (!isWaiting(status) || statusSince === null) return null
  const { text, isOverdue } = waited(statusSince, now)
  return (
    <span className={cn('tabular-nums', isOverdue && 'font-medium text-warning')}>
      <span>{`${prefix}${text}`}</span>
      {isOverdue && (
        // On a tablet, the colour has to do: another line would make the row taller than the others.
        <span className={cn('whitespace-nowrap', !prefix && 'md:max-xl:sr-only')}> · overdue</span>
      )}
    </span>
  )
}

/** What the status doesn't show. */
function Remark({ item }: { item: InquiryListItem }) {
  return item.reversed ? <span className="font-medium text-destructive">Reversed</span> : null
}

function NoInquiries({ list: { path, filter } }: { list: ListPage }) {
  const { tab, q, status } = filter
  if (q)
    return (
      <EmptyState icon={SearchX} title={`No inquiries match “${q}”`}>
        Search for a reference or the beginning of one.
        {(tab || status) && (
          <Link
            href={`${path}?${new URLSearchParams({ q })}`}
            className="mt-2 block font-medium text-primary underline underline-offset-4"
          >
            Search all inquiries
          </Link>
        )}
      </EmptyState>
    )
  if (tab || status)
    return (
      <EmptyState icon={Inbox} title="Nothing here">
        No inquiry is in this state at the moment.
      </EmptyState>
    )
  return (
    <EmptyState icon={Inbox} title="No inquiries yet">
      Applications appear here as soon as customers submit them.
    </EmptyState>
  )
}
