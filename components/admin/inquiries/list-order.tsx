import { Bookmark, ChevronDown, Link2 } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { daysBefore } from '@/components/admin/lists/period-presets'
import { type InquiryQuery, sortOf, sortsFor, toListPath } from './inquiry-query'

/**
 * The list's order, and preset views to start the day with. Each is a link. On screens wider than a phone, the column
 * headers sort the list, and the views are next to the filters.
 */
export function ListOrder({ query, today }: { query: InquiryQuery; today: string }) {
  const t = useTranslations('StaffInquiries')
  const current = sortOf(query)
  return (
    <div className="flex items-center justify-between gap-2 max-md:mb-3">
      <nav aria-label={t('order')} className="flex gap-0.5 text-sm sm:gap-1 md:hidden">
        {sortsFor(query.status).map((sort) => (
          <Link
            key={sort}
            href={toListPath({ ...query, unknownId: undefined, sort })}
            prefetch={false}
            aria-current={sort === current ? 'true' : undefined}
            className="rounded-lg px-2 py-1.5 whitespace-nowrap text-ink-soft sm:px-3 hover:bg-sunken hover:text-ink aria-[current=true]:bg-brand-soft aria-[current=true]:font-medium aria-[current=true]:text-brand-strong"
          >
            {t(`sorts.${sort}`)}
          </Link>
        ))}
      </nav>
      <SavedViews today={today} />
    </div>
  )
}

/** Staff can't name their own views: a name could identify a person, and it would be in the URL. */
function SavedViews({ today }: { today: string }) {
  const t = useTranslations('StaffInquiries')
  const views = [
    { id: 'waiting', query: { sort: 'waiting' } },
    { id: 'stuck', query: { status: 'PENDING', to: daysBefore(today, 1), sort: 'oldest' } },
    { id: 'today', query: { from: today } },
    { id: 'week', query: { from: daysBefore(today, 6) } },
    { id: 'declinedWeek', query: { status: 'DECLINED', from: daysBefore(today, 6) } },
  ] as const satisfies readonly { id: string; query: InquiryQuery }[]
  return (
    <details className="group relative">
      <summary className="flex list-none items-center gap-1.5 rounded-lg px-2 py-1.5 text-sm font-medium text-ink-soft hover:bg-sunken sm:px-3 hover:text-ink [&::-webkit-details-marker]:hidden">
        <Bookmark aria-hidden="true" className="size-4 max-sm:hidden" />
        {t('views')}
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="absolute right-0 z-20 mt-1.5 w-72 max-w-[calc(100vw-2.5rem)] rounded-xl border border-line bg-surface p-1.5 text-sm shadow-lg">
        <ul>
          {views.map(({ id, query }) => (
            <li key={id}>
              <Link
                href={toListPath(query)}
                prefetch={false}
                className="flex items-center gap-2 rounded-lg px-3 py-2 hover:bg-sunken"
              >
                {t(`view.${id}`)}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-1 flex gap-2 border-t border-line px-3 py-2.5 text-xs/5 text-ink-faint">
          <Link2 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t('viewsHint')}
        </p>
      </div>
    </details>
  )
}
