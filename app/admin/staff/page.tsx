import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { Pager } from '@/components/admin/list'
import { StaffTable } from '@/components/admin/staff-table'
import { textOf } from '@/lib/back-office/list-url'
import { listStaff } from '@/lib/back-office/staff-list'
import { requireStaff } from '@/lib/staff/auth'
import { setBlockedAction } from './actions'

export const metadata: Metadata = { title: 'Staff' }

export default async function StaffAdminPage({ searchParams }: PageProps<'/admin/staff'>) {
  const admin = await requireStaff('/admin/staff')
  const after = textOf(await searchParams, 'after')
  const { items, nextCursor } = await listStaff(admin, after)
  return (
    <StaffPage staff={admin} section="Staff">
      <StaffTable members={items} selfId={admin.id} setBlockedAction={setBlockedAction} />
      <Pager list={{ path: '/admin/staff', filter: {}, after }} nextCursor={nextCursor} />
    </StaffPage>
  )
}
