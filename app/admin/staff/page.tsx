import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { StaffTable } from '@/components/admin/staff-table'
import { requireStaff } from '@/lib/auth'
import { listStaff } from '@/lib/back-office/staff-list'
import { setBlockedAction } from './actions'

export const metadata: Metadata = { title: 'Staff' }

export default async function StaffAdminPage() {
  const admin = await requireStaff('staff.manage')
  return (
    <StaffPage
      staff={admin}
      section="Staff"
      lead="Roles come from your identity provider. Blocking someone signs them out at once."
    >
      <StaffTable
        members={await listStaff(admin)}
        selfId={admin.id}
        setBlockedAction={setBlockedAction}
      />
    </StaffPage>
  )
}
