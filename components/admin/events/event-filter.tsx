import { useTranslations } from 'next-intl'
import { FilterForm, SelectField } from '@/components/admin/lists/filter-form'
import { type EventQuery, type ListPage, MATCHES } from '@/components/admin/lists/list-query'
import { EVENT_KINDS, useKindText } from './kind-text'

export function EventFilter({ list }: { list: ListPage<EventQuery> }) {
  const t = useTranslations('StaffEvents')
  const kindText = useKindText()
  return (
    <FilterForm list={list} label={t('filterForm')}>
      <SelectField
        name="kind"
        label={t('kind')}
        value={list.query.kind}
        options={EVENT_KINDS.map((kind) => ({ value: kind, label: kindText(kind) }))}
      />
      <SelectField
        name="match"
        label={t('columns.match')}
        value={list.query.match}
        options={MATCHES.map((match) => ({ value: match, label: t(`matches.${match}.label`) }))}
      />
    </FilterForm>
  )
}
