import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { FIELD, TimeField } from '@/components/admin/lists/filter-form'
import { FilterSheet } from '@/components/admin/lists/filter-sheet'
import { PeriodField } from '@/components/admin/lists/period-field'
import { usePeriodName } from '@/components/admin/lists/period-presets'
import { type InquiryQuery, toListPath } from './inquiry-query'

/** The action puts the filter in the URL, so that a filtered list can be shared. Works without JavaScript. */
export function InquiryFilters({
  query,
  action,
}: {
  query: InquiryQuery
  action: (formData: FormData) => Promise<void>
}) {
  const t = useTranslations('StaffInquiries')
  const lists = useTranslations('StaffLists')
  const { status, attention, sort, search, from, to } = query
  const chosen = usePeriodName({ from, to, startOf: (day) => day })
  return (
    <form
      action={action}
      aria-label={t('filterForm')}
      className="flex items-center gap-2 max-md:mb-3 md:flex-1"
    >
      {status && <input type="hidden" name="status" value={status} />}
      {attention && <input type="hidden" name="attention" value="1" />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <label className="min-w-0 flex-1 text-sm font-medium">
        <span className="sr-only">{t('search')}</span>
        <span className="relative block">
          <Search aria-hidden="true" className="absolute top-3 left-3 size-4 text-ink-faint" />
          <input
            type="search"
            name="search"
            enterKeyHint="search"
            defaultValue={search}
            maxLength={256}
            placeholder={t('searchHint')}
            className={`${FIELD} pl-9 placeholder:text-ink-faint`}
          />
        </span>
      </label>
      <FilterSheet
        active={[from, to].filter(Boolean).length}
        clear={search || from || to ? toListPath({ status, attention, sort }) : null}
        offersClear={false}
        period={{ title: lists('period'), chosen }}
      >
        <PeriodField
          from={from}
          to={to}
          hrefFrom={(from) => toListPath({ ...query, unknownId: undefined, to: undefined, from })}
        >
          <TimeField type="date" name="from" label={lists('fromUtc')} value={from} />
          <TimeField type="date" name="to" label={lists('toUtc')} value={to} />
        </PeriodField>
      </FilterSheet>
    </form>
  )
}
