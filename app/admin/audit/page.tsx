import type { Metadata } from 'next'
import { AuditExport } from '@/components/admin/audit/audit-export'
import { AuditTable } from '@/components/admin/audit/audit-table'
import { cursorParam, Pager } from '@/components/admin/pager'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { requireStaff } from '@/lib/auth'
import { listAuditEntries } from '@/lib/back-office/audit-list'
import { can } from '@/lib/staff'

export const metadata: Metadata = { title: 'Audit' }

export default async function AuditPage({ searchParams }: PageProps<'/admin/audit'>) {
  const staff = await requireStaff('audit.list')
  const after = cursorParam((await searchParams).after)
  const { items, nextCursor } = await listAuditEntries(staff, { after })
  return (
    <StaffShell
      staff={staff}
      current="audit"
      title="Audit"
      actions={can(staff, 'audit.export') && <AuditExport />}
      lead="Who did what, and whose data they viewed. The data itself is never stored here."
    >
      <AuditTable entries={items} />
      <Pager path="/admin/audit" query={{}} paged={after !== undefined} nextCursor={nextCursor} />
    </StaffShell>
  )
}
