'use client'
/** One page of the list, kept up to date in place. */
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import type { InquiryListItem } from '@/lib/back-office/views'
import { InquiryRow } from './inquiry-row'
import { mergeLiveRows } from './merge-live-rows'

const REFRESH_MS = 5000

const COLUMNS = [
  { label: 'Reference', look: '' },
  { label: 'Account', look: 'hidden lg:table-cell' },
  { label: 'Status', look: 'hidden md:table-cell' },
  { label: 'Confirmation', look: 'hidden md:table-cell' },
  { label: 'Opened', look: 'hidden md:table-cell' },
]

interface LiveInquiryTableProps {
  items: InquiryListItem[]
  isLastPage: boolean
  /** Shown in place of the table when there is nothing in it. */
  empty: ReactNode
}

export function LiveInquiryTable({ items, isLastPage, empty }: LiveInquiryTableProps) {
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
        empty
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
