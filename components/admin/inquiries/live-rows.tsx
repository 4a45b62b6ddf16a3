'use client'
/** One page of the list: the server renders its rows, and this updates them in place. */
import { type ReactNode, useEffect, useState } from 'react'
import { useRefresh } from '@/components/admin/refresh'
import { Button } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import type { InquirySort } from '@/lib/back-office/inquiry-order'
import { type LiveRow, mergeLiveRows } from './merge-live-rows'

const REFRESH_MS = 5000

interface RenderedRow extends LiveRow {
  row: ReactNode
}

interface LiveRowsProps {
  items: RenderedRow[]
  sort: InquirySort
  isLast: boolean
  head: ReactNode
  empty: ReactNode
  /** For the button that shows new rows: for one, and for several, where # is the number. */
  showOne: string
  showMany: string
}

export function LiveRows({ items, sort, isLast, head, empty, showOne, showMany }: LiveRowsProps) {
  const refresh = useRefresh()
  const [latest, setLatest] = useState(items)
  const [shown, setShown] = useState(items)
  const { rows, arrivals } = mergeLiveRows(shown, items, { sort, isLast })
  if (items !== latest) {
    setLatest(items)
    setShown(rows)
  }

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh])

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
            {arrivals === 1 ? showOne : showMany.replace('#', String(arrivals))}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        empty
      ) : (
        <table className="w-full text-left max-md:block md:table-fixed">
          {head}
          <tbody className="max-md:block">
            {rows.map(({ id, row }) => (
              <tr
                key={id}
                className="relative border-t border-line transition-colors first:max-md:border-t-0 hover:bg-sunken/70 max-md:grid max-md:grid-cols-[minmax(0,1fr)_fit-content(60%)] max-md:gap-x-3 max-md:px-4 max-md:py-3"
              >
                {row}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </FocusKeeper>
  )
}
