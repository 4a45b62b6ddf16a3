/** The audit trail, newest first, filtered by the URL. */
import { FileSearch } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { AuditExport } from '@/components/admin/audit/audit-export'
import { AuditTable } from '@/components/admin/audit/audit-table'
import {
  AUDIT_ACTIONS,
  auditActionText,
  auditActorText,
  OTHER_ACTORS,
} from '@/components/admin/audit/audit-text'
import { toPath } from '@/components/admin/inquiries/inquiry-query'
import { FilterForm, SelectField, TimeField } from '@/components/admin/lists/filter-form'
import {
  AUDIT_OUTCOMES,
  parseAuditQuery,
  toListParameters,
  toTimeRange,
} from '@/components/admin/lists/list-query'
import { NothingFound } from '@/components/admin/lists/nothing-found'
import { cursorParam, Pager } from '@/components/admin/pager'
import { EmptyState } from '@/components/ui/empty-state'
import { requireStaff } from '@/lib/auth'
import { listAuditActors, listAuditEntries } from '@/lib/back-office/audit-list'
import { can } from '@/lib/staff'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffAudit')
  return { title: t('title') }
}

const PATH = '/admin/audit'

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  const staff = await requireStaff('audit.list')
  const t = await getTranslations('StaffAudit')
  const lists = await getTranslations('StaffLists')
  const params = await searchParams
  const query = parseAuditQuery(params)
  const after = cursorParam(params.after)
  const [{ items, nextCursor }, actors] = await Promise.all([
    listAuditEntries(staff, { ...query, ...toTimeRange(query), after }),
    listAuditActors(staff),
  ])
  const parameters = toListParameters(query)
  const isFiltered = Object.keys(parameters).length > 0
  return (
    <StaffPage
      staff={staff}
      current="audit"
      title={t('title')}
      lead={t('lead')}
      actions={can(staff, 'audit.export') && <AuditExport />}
    >
      <FilterForm
        key={toPath(PATH, parameters)}
        path={PATH}
        label={t('filterForm')}
        isFiltered={isFiltered}
      >
        <SelectField
          name="action"
          label={t('action')}
          value={query.action}
          any={lists('any')}
          options={AUDIT_ACTIONS.map((action) => ({
            value: action,
            label: auditActionText(action),
          }))}
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
            ...actors.map(({ id, name }) => ({ value: id, label: name })),
            ...OTHER_ACTORS.map((actor) => ({ value: actor, label: auditActorText(actor) })),
          ]}
        />
        <TimeField type="datetime-local" name="from" label={lists('fromUtc')} value={query.from} />
        <TimeField type="datetime-local" name="to" label={lists('toUtc')} value={query.to} />
      </FilterForm>
      <AuditTable
        entries={items}
        address={toPath(PATH, { ...parameters, ...(after && { after }) })}
        empty={
          isFiltered || after ? (
            <NothingFound goesOn={nextCursor !== null} />
          ) : (
            <EmptyState icon={FileSearch} title={t('none')}>
              {t('noneText')}
            </EmptyState>
          )
        }
      />
      <Pager path={PATH} query={parameters} paged={after !== undefined} nextCursor={nextCursor} />
    </StaffPage>
  )
}
