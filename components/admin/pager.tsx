import { ArrowLeft, ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button'

interface PagerProps {
  /** The list's own address, with its filters, without a cursor. */
  path: string
  query: Readonly<Record<string, string>>
  /** Whether this is not the first page. */
  paged: boolean
  nextCursor: string | null
}

/** Keyset paging: on to older items, or back to the newest. */
export function Pager({ path, query, paged, nextCursor }: PagerProps) {
  if (!paged && nextCursor === null) return null
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-3">
      {paged ? (
        <Link
          href={toHref(path, query)}
          prefetch={false}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Newest
        </Link>
      ) : (
        <span />
      )}
      {nextCursor && (
        <Link
          href={toHref(path, { ...query, after: nextCursor })}
          prefetch={false}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          Older
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  )
}

function toHref(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/** The cursor in the URL. Only the query that created it knows what it means. */
export const cursorParam = (after: string | string[] | undefined): string | undefined =>
  typeof after === 'string' && after !== '' ? after : undefined
