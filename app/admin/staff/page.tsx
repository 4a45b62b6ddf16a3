import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { StaffTable } from '@/components/admin/staff-table'
import { listStaff } from '@/lib/back-office/staff-list'
import { requireStaff } from '@/lib/staff/auth'
import { setBlockedAction } from './actions'

export const metadata: Metadata = { title: 'Staff' }

export default async function StaffAdminPage() {
  const admin = await requireStaff('/admin/staff')
  return (
    <StaffPage staff={admin} section="Staff">
      <StaffTable
        members={await listStaff(admin)}
        selfId={admin.id}
        setBlockedAction={setBlockedAction}
      />
    </StaffPage>
  )
}
