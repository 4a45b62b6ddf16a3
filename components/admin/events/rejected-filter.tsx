import { useTranslations } from 'next-intl'
import { FilterForm, SelectField } from '@/components/admin/lists/filter-form'
import type { ListPage, RejectionQuery } from '@/components/admin/lists/list-query'
import { REJECTION_REASONS } from '@/lib/rejection-reasons'
import { useRejectionText } from './rejection-text'

interface RejectedFilterProps {
  list: ListPage<RejectionQuery>
}

export function RejectedFilter({ list }: RejectedFilterProps) {
  const t = useTranslations('StaffEvents')
  const rejectionText = useRejectionText()
  return (
    <FilterForm list={list} label={t('filterForm')}>
      <SelectField
        name="reason"
        label={t('reason')}
        value={list.query.reason}
        options={REJECTION_REASONS.map((reason) => ({
          value: reason,
          label: rejectionText(reason).title,
        }))}
      />
    </FilterForm>
  )
}
