/** The audit trail, newest first, filtered by the URL. */
import { FileSearch } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { AuditExport } from '@/components/admin/audit/audit-export'
import { AuditFilter } from '@/components/admin/audit/audit-filter'
import { AuditTable } from '@/components/admin/audit/audit-table'
import { toPath } from '@/components/admin/inquiries/inquiry-query'
import { parseAuditQuery, toListParameters, toTimeRange } from '@/components/admin/lists/list-query'
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
      <AuditFilter
        key={toPath(PATH, parameters)}
        path={PATH}
        query={query}
        isFiltered={isFiltered}
        actors={actors}
      />
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
