'use client'
/** One page of the inquiry list, updated in place. */
import { Inbox, SearchX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { InquiryPageLink } from '@/components/admin/inquiry-access'
import { StatusBadge, statusLook } from '@/components/admin/status'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Skeleton } from '@/components/ui/skeleton'
import { UtcTime } from '@/components/ui/utc-time'
import type { InquiryListItem } from '@/lib/back-office/views'
import { mergeLiveRows } from './merge-live-rows'

const REFRESH_MS = 5000

const COLUMNS = [
  { label: 'Reference', look: '' },
  { label: 'Account', look: 'hidden lg:table-cell' },
  { label: 'Status', look: 'hidden md:table-cell' },
  { label: 'Confirmation', look: 'hidden md:table-cell' },
  { label: 'Opened', look: 'hidden md:table-cell' },
]

interface InquiryTableProps {
  items: InquiryListItem[]
  isLastPage: boolean
  isFiltered: boolean
}

export function InquiryTable({ items, isLastPage, isFiltered }: InquiryTableProps) {
  const router = useRouter()
  const [latest, setLatest] = useState(items)
  const [shown, setShown] = useState(items)
  const { rows, arrivals } = mergeLiveRows(shown, items, isLastPage)
  if (items !== latest) {
    setLatest(items)
    setShown(rows)
  }

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [router])

  return (
    <FocusKeeper>
      <div role="status" className="contents">
        {arrivals > 0 && (
          <Button
            tone="quiet"
            size="small"
            className="w-full rounded-none! border-b border-line bg-brand-soft! text-brand-strong!"
            onClick={() => setShown(items)}
          >
            Show {arrivals} new {arrivals === 1 ? 'inquiry' : 'inquiries'}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <NoInquiries isFiltered={isFiltered} />
      ) : (
        <table className="w-full text-left">
          <thead className="sr-only text-sm text-ink-faint md:not-sr-only md:table-header-group">
            <tr>
              {COLUMNS.map(({ label, look }) => (
                <th key={label} scope="col" className={`px-5 py-3 font-medium ${look}`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((item) => (
              <InquiryRow key={item.id} item={item} />
            ))}
          </tbody>
        </table>
      )}
    </FocusKeeper>
  )
}

/** The whole row is a link. On a narrow screen the first cell shows everything. */
function InquiryRow({ item }: { item: InquiryListItem }) {
  return (
    <tr className="relative border-t border-line transition-colors hover:bg-sunken/70">
      <td className="px-5 py-3.5 align-middle">
        <InquiryPageLink
          href={`/admin/inquiries/${item.id}`}
          className="after:absolute after:inset-0"
        >
          <span className="font-mono text-[0.8125rem] break-all text-ink">{item.referenceId}</span>
        </InquiryPageLink>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-faint md:hidden">
          <StatusBadge inquiry={item} />
          <UtcTime iso={item.createdAt} />
        </div>
      </td>
      <td className="hidden px-5 py-3.5 align-middle text-sm text-ink-soft lg:table-cell">
        {item.product}
      </td>
      <td className="hidden px-5 py-3.5 align-middle md:table-cell">
        <StatusBadge inquiry={item} />
      </td>
      <td className="hidden px-5 py-3.5 align-middle text-sm text-ink-soft md:table-cell">
        <Confirmation item={item} />
      </td>
      <td className="hidden px-5 py-3.5 align-middle text-sm text-ink-soft md:table-cell">
        <UtcTime iso={item.createdAt} />
      </td>
    </tr>
  )
}

function Confirmation({ item }: { item: InquiryListItem }) {
  if (item.reversed) return <span className="font-medium text-bad">Reversed</span>
  if (item.reportedStatus) return `Reported: ${statusLook(item.reportedStatus).label}`
  return item.status ? 'Confirmed' : '–'
}

function NoInquiries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={SearchX} title="No matching inquiries">
      Search for the beginning of a reference or a complete inquiryId, or clear the filter.
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="No inquiries yet">
      Applications appear here as soon as customers submit them.
    </EmptyState>
  )
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, row) => row)

export function InquiryTableSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      className="divide-y divide-line rounded-2xl border border-line bg-surface"
    >
      <span className="sr-only">Loading inquiries</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 px-5 py-4">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="hidden h-4 w-28 md:block" />
          <Skeleton className="ml-auto h-6 w-24 rounded-full" />
        </div>
      ))}
    </div>
  )
}
