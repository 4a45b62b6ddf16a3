/** The audit trail, newest first, filtered by the URL. */
import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { AUDIT_ACTIONS, AUDIT_ACTORS, AuditTable } from '@/components/admin/audit-table'
import { ExportLink, FilterForm, Pager, SelectField } from '@/components/admin/list'
import { listAuditEntries } from '@/lib/back-office/audit-list'
import { textOf } from '@/lib/back-office/list-url'
import { listStaffNames } from '@/lib/back-office/staff-list'
import { can } from '@/lib/roles'
import { requireStaff } from '@/lib/staff/auth'

export const metadata: Metadata = { title: 'Audit' }

const toOptions = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }))

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  const staff = await requireStaff('/admin/audit')
  const params = await searchParams
  const [action, actor] = [textOf(params, 'action'), textOf(params, 'actor')]
  const list = { path: '/admin/audit', filter: { action, actor }, after: textOf(params, 'after') }
  const [{ items, nextCursor }, people] = await Promise.all([
    listAuditEntries({ action, actor, after: list.after }),
    listStaffNames(),
  ])
  return (
    <StaffPage
      staff={staff}
      section="Audit"
      actions={
        can(staff, 'audit.export') && (
          <ExportLink href="/admin/audit/export" title="Export the whole trail as CSV" />
        )
      }
    >
      <FilterForm label="Filter the audit trail" list={list}>
        <SelectField
          name="action"
          label="Action"
          value={action}
          options={toOptions(AUDIT_ACTIONS)}
        />
        <SelectField
          name="actor"
          label="Who"
          value={actor}
          options={[
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...toOptions(AUDIT_ACTORS),
          ]}
        />
      </FilterForm>
      <AuditTable entries={items} />
      <Pager list={list} nextCursor={nextCursor} />
    </StaffPage>
  )
}
