import { ArrowLeft, ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { toPath } from '@/components/admin/inquiries/inquiry-query'
import type { ListPage } from '@/components/admin/lists/list-query'
import { buttonClass } from '@/components/ui/button'

interface PagerProps {
  list: Pick<ListPage, 'path' | 'parameters' | 'after'>
  nextCursor: string | null
}

/** Keyset paging: on to the next page, or back to the first. */
export function Pager({ list: { path, parameters, after }, nextCursor }: PagerProps) {
  const t = useTranslations('StaffLists')
  const isFirst = after === undefined
  if (isFirst && nextCursor === null) return null
  return (
    <nav aria-label={t('pages')} className="mt-5 flex justify-between gap-3">
      {isFirst ? (
        <span />
      ) : (
        <Link
          href={toPath(path, parameters)}
          prefetch={false}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('firstPage')}
        </Link>
      )}
      {nextCursor && (
        <Link
          href={toPath(path, { ...parameters, after: nextCursor })}
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
