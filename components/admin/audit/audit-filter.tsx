import { useTranslations } from 'next-intl'
import { FilterForm, SelectField, TimeField } from '@/components/admin/lists/filter-form'
import { AUDIT_OUTCOMES, type AuditQuery } from '@/components/admin/lists/list-query'
import { AUDIT_ACTIONS, OTHER_ACTORS, useAuditTexts } from './audit-text'

interface AuditFilterProps {
  path: string
  query: AuditQuery
  isFiltered: boolean
  /** The members of staff who are in the trail. */
  actors: readonly { id: string; name: string }[]
}

export function AuditFilter({ path, query, isFiltered, actors }: AuditFilterProps) {
  const t = useTranslations('StaffAudit')
  const lists = useTranslations('StaffLists')
  const { actionText, actorText } = useAuditTexts()
  return (
    <FilterForm path={path} label={t('filterForm')} isFiltered={isFiltered}>
      <SelectField
        name="action"
        label={t('action')}
        value={query.action}
        any={lists('any')}
        options={AUDIT_ACTIONS.map((action) => ({ value: action, label: actionText(action) }))}
      />
      <SelectField
        name="outcome"
        label={t('columns.outcome')}
        value={query.outcome}
        any={lists('any')}
        options={AUDIT_OUTCOMES.map((outcome) => ({
          value: outcome,
          label: t(`outcomes.${outcome}`),
        }))}
      />
      <SelectField
        name="actor"
        label={t('actor')}
        value={query.actor}
        any={t('anyone')}
        options={[
          ...actors.map(({ id, name }) => ({ value: id, label: name, isName: true })),
          ...OTHER_ACTORS.map((actor) => ({ value: actor, label: actorText(actor) })),
        ]}
      />
      <TimeField type="datetime-local" name="from" label={lists('fromUtc')} value={query.from} />
      <TimeField type="datetime-local" name="to" label={lists('toUtc')} value={query.to} />
    </FilterForm>
  )
}
