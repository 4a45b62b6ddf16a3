/** One page of the inquiry list. */

import { Inbox, SearchX } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ColumnTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/inquiry-list'
import { isWaiting } from '@/lib/inquiries/status'
import { productName, SITE } from '@/site'
import { type Column, DataTable, NoValue } from './data-table'
import { EmptyState } from './list'
import { addressOf, type ListPage, toInquiryFrom, toPath } from './list-url'
import { StatusBadge } from './status'
import { waited } from './words'

interface InquiryTableProps {
  items: InquiryListItem[]
  list: ListPage
  now: Date
}

export function InquiryTable({ items, list, now }: InquiryTableProps) {
  const address = addressOf(list)
  const isQueue = list.filter.tab === 'review'
  /** A phone shows only the reference and, below it, the status with the rest. */
  const columns: Column<InquiryListItem>[] = [
    {
      label: 'Reference',
      phone: 'row',
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
      phone: 'row',
      width: 'md:w-[24%]',
      cell: (item) => (
        <>
          {/* The service may send a status of any length. If it's cut off, the badge's title has all of it. */}
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-md:my-1">
            <span className="min-w-0 md:max-w-52 xl:max-w-64">
              <StatusBadge inquiry={item} />
            </span>
            {item.reversed && <span className="font-medium text-destructive">Reversed</span>}
            <span className="text-[0.8125rem]/5 empty:hidden md:hidden">
              <Waiting item={item} now={now} prefix="waiting " />
            </span>
          </span>
          <span className="block text-[0.8125rem]/5 text-subtle-foreground md:hidden">
            {productName(item.product, 'en')} · <ColumnTime iso={item.createdAt} />
          </span>
        </>
      ),
    },
    {
      label: 'Waiting',
      phone: 'hide',
      isSorted: isQueue,
      width: 'md:w-[15%]',
      cell: (item) => (isWaiting(item.status) ? <Waiting item={item} now={now} /> : <NoValue />),
    },
    {
      label: 'Opened (UTC)',
      phone: 'hide',
      isSorted: !isQueue,
      width: 'md:w-[22%]',
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
    <Link
      href={href}
      prefetch={false}
      className="block -outline-offset-2 after:absolute after:inset-0"
    >
      <span className="font-medium text-foreground tabular-nums wrap-anywhere md:whitespace-nowrap">
        {item.referenceId}
      </span>
    </Link>
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

function NoInquiries({ list: { path, filter } }: { list: ListPage }) {
  const { tab, q, status } = filter
  if (q)
    return (
      <EmptyState
        icon={SearchX}
        title={
          <>
            No inquiries match
            {/* A reference has hyphens, and mustn't break there. */}
            <span translate="no" className="block truncate">
              “{q}”
            </span>
          </>
        }
      >
        A reference starts with “{SITE.referencePrefix}-”. Its beginning is enough.
        <span className="mt-5 flex flex-wrap justify-center gap-2">
          {(tab || status) && (
            <Link
              href={toPath(path, { q })}
              prefetch={false}
              className={buttonClass({ tone: 'secondary', size: 'small' })}
            >
              Search all inquiries
            </Link>
          )}
          <Link
            href={toPath(path, { tab, status })}
            prefetch={false}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            Clear search
          </Link>
        </span>
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
