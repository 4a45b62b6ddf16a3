/** One page of the inquiry list. */
import { ArrowDown, ArrowUp, ArrowUpDown, Inbox, SearchX } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { waited } from '@/components/admin/duration'
import { InquiryPageLink } from '@/components/admin/inquiry-access'
import { NoValue } from '@/components/admin/no-value'
import { StatusBadge, useStatusName } from '@/components/admin/status'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ColumnTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/views'
import {
  type InquiryQuery,
  isFiltered,
  sortOf,
  sortOfColumn,
  toInquiryPath,
  toListPath,
} from './inquiry-query'
import { LiveRows } from './live-rows'

/** A phone shows only the reference and the status, which then include the rest. */
const COLUMNS = [
  { id: 'reference', from: '', width: 'md:w-[18%]' },
  { id: 'account', from: 'max-md:hidden', width: 'md:w-[21%]' },
  { id: 'status', from: 'max-md:block max-md:text-right', width: 'md:w-[23%]' },
  { id: 'waiting', from: 'max-md:hidden', width: 'md:w-[15%]' },
  { id: 'opened', from: 'max-md:hidden', width: 'md:w-[23%]' },
] as const

/** Five columns need tighter spacing on a tablet and next to the navigation. */
const PADDING = 'md:px-3 md:first:pl-5 md:last:pr-5 xl:px-5'

interface InquiryTableProps {
  items: InquiryListItem[]
  query: InquiryQuery
  isLast: boolean
  now: Date
}

export function InquiryTable({ items, query, isLast, now }: InquiryTableProps) {
  const t = useTranslations('StaffInquiries')
  return (
    <Card className="overflow-hidden">
      <LiveRows
        items={items.map((item) => ({
          id: item.id,
          waitingSince: item.waitingSince,
          row: <InquiryCells item={item} href={toInquiryPath(item.id, query)} now={now} />,
        }))}
        sort={sortOf(query)}
        isLast={isLast}
        head={
          <thead className="text-[0.8125rem]/5 text-ink-faint max-md:sr-only">
            <tr>
              {COLUMNS.map(({ id, from, width }) => (
                <ColumnHead key={id} id={id} className={`${from} ${width}`} query={query} />
              ))}
            </tr>
          </thead>
        }
        empty={<NoInquiries query={query} />}
        showOne={t('showOne')}
        showMany={t('showMany', { count: '#' })}
      />
    </Card>
  )
}

/** Sorts the list, if the column is sortable. On a phone, only screen readers get the headers, and chips sort the list. */
function ColumnHead({
  id,
  className,
  query,
}: {
  id: (typeof COLUMNS)[number]['id']
  className: string
  query: InquiryQuery
}) {
  const t = useTranslations('StaffInquiries')
  const label = t(`columns.${id}`)
  const sort = sortOfColumn(id, query)
  const Arrow = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[
    sort.current ?? 'none'
  ]
  return (
    <th
      scope="col"
      aria-sort={sort.current ?? undefined}
      className={`${PADDING} py-2.5 font-medium ${className}`}
    >
      {sort.next === null ? (
        label
      ) : (
        <>
          <span className="md:hidden">{label}</span>
          <Link
            href={toListPath({ ...query, unknownId: undefined, sort: sort.next })}
            prefetch={false}
            title={t(`sorts.${sort.next}`)}
            className={`-mx-1.5 inline-flex items-center gap-1 rounded-md px-1.5 whitespace-nowrap hover:bg-sunken hover:text-ink max-md:hidden ${sort.current ? 'text-ink' : ''}`}
          >
            {label}
            <Arrow
              aria-hidden="true"
              className={`size-3.5 shrink-0 ${sort.current ? '' : 'opacity-50'}`}
            />
          </Link>
        </>
      )}
    </th>
  )
}

/** The whole row is a link. */
function InquiryCells({ item, href, now }: { item: InquiryListItem; href: string; now: Date }) {
  const reference = item.referenceId
  const cells: Record<(typeof COLUMNS)[number]['id'], ReactNode> = {
    reference: (
      <>
        <InquiryPageLink
          href={href}
          className="block -outline-offset-2 after:absolute after:inset-0"
        >
          <span className="font-medium text-ink tabular-nums wrap-anywhere md:whitespace-nowrap">
            {reference}
          </span>
          {reference !== item.referenceId && <span className="sr-only"> {item.referenceId}</span>}
        </InquiryPageLink>
        <div className="mt-0.5 md:hidden">{item.product}</div>
        <div className="text-[0.8125rem]/5 text-ink-faint empty:hidden md:hidden">
          <Remark item={item} />
        </div>
        <div className="mt-0.5 text-xs/5 text-ink-faint md:hidden">
          <ColumnTime iso={item.createdAt} />
        </div>
      </>
    ),
    account: item.product,
    status: (
      <>
        {/* The service may send a status of any length. If it's cut off, the badge's title has all of it. */}
        <span className="block md:max-xl:max-w-36">
          <StatusBadge inquiry={item} />
        </span>
        <span className="mt-1 block text-xs/5 empty:hidden md:hidden">
          <Waiting item={item} now={now} inWords />
        </span>
        <span className="mt-1 block text-ink-faint empty:hidden max-md:hidden">
          <Remark item={item} />
        </span>
      </>
    ),
    waiting: item.waitingSince === null ? <NoValue /> : <Waiting item={item} now={now} />,
    opened: <ColumnTime iso={item.createdAt} />,
  }
  return COLUMNS.map(({ id, from }) => (
    <td
      key={id}
      className={`${PADDING} py-3 align-middle text-sm text-ink-soft max-md:min-w-0 max-md:p-0 max-md:align-top first:max-md:block ${from}`}
    >
      {cells[id]}
    </td>
  ))
}

function Waiting({
  item: { waitingSince },
  now,
  inWords = false,
}: {
  item: InquiryListItem
  now: Date
  /** For a place without a column header. */
  inWords?: boolean
}) {
  const t = useTranslations('StaffInquiries')
  const duration = useTranslations('Duration')
  if (waitingSince === null) return null
  const { text: time, isOverdue } = waited(waitingSince, now, duration)
  const text = inWords ? t('waitingFor', { time }) : time
  if (!isOverdue) return <span className="tabular-nums">{text}</span>
  return (
    <span title={t('overdue')} className="font-medium text-warn tabular-nums">
      {text}{' '}
      {/* On a tablet, the colour has to do: another line would make the row taller than the others. */}
      <span className={`whitespace-nowrap ${inWords ? '' : 'md:max-xl:sr-only'}`}>
        · {t('overdue')}
      </span>
    </span>
  )
}

/** Details that the status doesn't show. */
function Remark({ item }: { item: InquiryListItem }) {
  const t = useTranslations('StaffInquiries')
  const nameOf = useStatusName()
  if (item.reversed) return <span className="font-medium text-bad">{t('reversed')}</span>
  if (!item.reportedStatus || item.reportedStatus === item.status) return null
  return t('reported', { status: nameOf(item.reportedStatus) })
}

function NoInquiries({ query }: { query: InquiryQuery }) {
  const t = useTranslations('StaffInquiries')
  if (!isFiltered(query))
    return (
      <EmptyState icon={Inbox} title={t('none')}>
        {t('noneText')}
      </EmptyState>
    )
  const { search, status, attention, sort } = query
  const searchesPart = Boolean(search && (status || attention))
  if (!search && !query.from && !query.to)
    return (
      <EmptyState icon={Inbox} title={t('noneHere')}>
        {t('noneHereText')}
      </EmptyState>
    )
  return (
    <EmptyState icon={SearchX} title={search ? t('noMatchFor', { search }) : t('noMatch')}>
      {t(search ? 'noMatchForText' : 'noMatchText')}
      <span
        className={`mt-5 flex flex-wrap justify-center gap-2 max-sm:*:h-11 ${searchesPart ? '' : 'md:hidden'}`}
      >
        {searchesPart && (
          <a href={toListPath({ search })} className={buttonClass({ size: 'small' })}>
            {t('searchAll')}
          </a>
        )}
        <a
          href={toListPath({ status, attention, sort })}
          // Wider screens have it beside the search.
          className={`${buttonClass({ tone: 'secondary', size: 'small' })} md:hidden`}
        >
          {t(search ? 'clearSearch' : 'clearDays')}
        </a>
      </span>
    </EmptyState>
  )
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, row) => row)

export function InquiryTableSkeleton() {
  const t = useTranslations('StaffInquiries')
  return (
    <div
      role="status"
      aria-busy="true"
      className="divide-y divide-line rounded-2xl border border-line bg-surface"
    >
      <span className="sr-only">{t('loading')}</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 px-5 py-5">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="hidden h-4 w-28 md:block" />
          <Skeleton className="ml-auto h-6 w-24 rounded-full" />
        </div>
      ))}
    </div>
  )
}
