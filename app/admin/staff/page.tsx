import type { Metadata } from 'next'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { InviteDialog } from '@/components/admin/staff/invite-dialog'
import { StaffTable } from '@/components/admin/staff/staff-table'
import { requireStaff } from '@/lib/auth'
import { listStaff } from '@/lib/back-office/staff-list'
import { changeRoleAction, inviteStaffAction, setActiveAction } from './actions'

export const metadata: Metadata = { title: 'Staff' }

export default async function StaffPage() {
  const admin = await requireStaff('staff.manage')
  const members = await listStaff(admin)
  return (
    <StaffShell
      staff={admin}
      current="staff"
      title="Staff"
      lead="Changes apply immediately and sign that person out."
      actions={<InviteDialog action={inviteStaffAction} />}
    >
      <StaffTable
        members={members}
        selfId={admin.id}
        actions={{ changeRole: changeRoleAction, setActive: setActiveAction }}
      />
    </StaffShell>
  )
}
