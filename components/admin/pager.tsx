import { ArrowLeft, ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { toPath } from '@/components/admin/inquiries/inquiry-query'
import { buttonClass } from '@/components/ui/button'

interface PagerProps {
  /** The list's own address, with its filters, without a cursor. */
  path: string
  query: Readonly<Record<string, string>>
  /** Whether this is not the first page. */
  paged: boolean
  nextCursor: string | null
}

/** Keyset paging: on to the next page, or back to the first. */
export function Pager({ path, query, paged, nextCursor }: PagerProps) {
  const t = useTranslations('StaffLists')
  if (!paged && nextCursor === null) return null
  return (
    <nav aria-label={t('pages')} className="mt-5 flex justify-between gap-3">
      {paged ? (
        <Link
          href={toPath(path, query)}
          prefetch={false}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('firstPage')}
        </Link>
      ) : (
        <span />
      )}
      {nextCursor && (
        <Link
          href={toPath(path, { ...query, after: nextCursor })}
          prefetch={false}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          {t('nextPage')}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  )
}

/** The cursor in the URL. Only the query that created it knows what it means. */
export const cursorParam = (after: unknown): string | undefined =>
  typeof after === 'string' && after !== '' ? after : undefined
