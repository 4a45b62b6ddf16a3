import { useTranslations } from 'next-intl'
import { FilterForm, SelectField } from '@/components/admin/lists/filter-form'
import { AUDIT_OUTCOMES, type AuditQuery, type ListPage } from '@/components/admin/lists/list-query'
import { AUDIT_ACTIONS, OTHER_ACTORS, useAuditTexts } from './audit-text'

interface AuditFilterProps {
  list: ListPage<AuditQuery>
  /** Members of staff who appear in the trail. */
  actors: readonly { id: string; name: string }[]
}

export function AuditFilter({ list, actors }: AuditFilterProps) {
  const t = useTranslations('StaffAudit')
  const { actionText, actorText } = useAuditTexts()
  return (
    <FilterForm list={list} label={t('filterForm')}>
      <SelectField
        name="action"
        label={t('action')}
        isNarrow
        value={list.query.action}
        options={AUDIT_ACTIONS.map((action) => ({ value: action, label: actionText(action) }))}
      />
      <SelectField
        name="outcome"
        label={t('columns.outcome')}
        value={list.query.outcome}
        options={AUDIT_OUTCOMES.map((outcome) => ({
          value: outcome,
          label: t(`outcomes.${outcome}`),
        }))}
      />
      <SelectField
        name="actor"
        label={t('actor')}
        value={list.query.actor}
        isNarrow
        options={[
          ...actors.map(({ id, name }) => ({ value: id, label: name, isName: true })),
          ...OTHER_ACTORS.map((actor) => ({ value: actor, label: actorText(actor) })),
        ]}
      />
    </FilterForm>
  )
}
