import { useTranslations } from 'next-intl'
import { FilterForm, SelectField, TimeField } from '@/components/admin/lists/filter-form'
import type { RejectionQuery } from '@/components/admin/lists/list-query'
import { REJECTION_REASONS, useRejectionText } from './rejection-text'

interface RejectedFilterProps {
  path: string
  query: RejectionQuery
  isFiltered: boolean
}

export function RejectedFilter({ path, query, isFiltered }: RejectedFilterProps) {
  const t = useTranslations('StaffEvents')
  const lists = useTranslations('StaffLists')
  const rejectionText = useRejectionText()
  return (
    <FilterForm path={path} label={t('filterForm')} isFiltered={isFiltered}>
      <SelectField
        name="reason"
        label={t('reason')}
        value={query.reason}
        any={lists('any')}
        options={REJECTION_REASONS.map((reason) => ({
          value: reason,
          label: rejectionText(reason).title,
        }))}
      />
      <TimeField type="datetime-local" name="from" label={lists('fromUtc')} value={query.from} />
      <TimeField type="datetime-local" name="to" label={lists('toUtc')} value={query.to} />
    </FilterForm>
  )
}
