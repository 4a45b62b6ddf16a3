import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { FIELD, FilterButtons, TimeField } from '@/components/admin/lists/filter-form'
import { SITE } from '@/site'
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
  return (
    <form
      action={action}
      aria-label={t('filterForm')}
      className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(14rem,1fr)_auto_auto_auto]"
    >
      {status && <input type="hidden" name="status" value={status} />}
      {attention && <input type="hidden" name="attention" value="1" />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <label className="col-span-2 text-sm font-medium md:col-span-1">
        {t('search')}
        <span className="relative mt-1.5 block">
          <Search aria-hidden="true" className="absolute top-3 left-3 size-4 text-ink-faint" />
          <input
            type="search"
            name="search"
            defaultValue={search}
            maxLength={256}
            placeholder={t('searchHint', { prefix: SITE.referencePrefix })}
            className={`${FIELD} pl-9 placeholder:text-ink-faint`}
          />
        </span>
      </label>
      <TimeField type="date" name="from" label={lists('fromUtc')} value={from} />
      <TimeField type="date" name="to" label={lists('toUtc')} value={to} />
      <FilterButtons
        clear={search || from || to ? toListPath({ status, attention, sort }) : null}
      />
    </form>
  )
}
