/** A sample of the rejected deliveries, without their bodies. */
import type { Metadata } from 'next'
import { EventTabs } from '@/components/admin/events/event-tabs'
import { RejectedTable } from '@/components/admin/events/rejected-table'
import { cursorParam, Pager } from '@/components/admin/pager'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { requireStaff } from '@/lib/auth'
import { listRejectedDeliveries } from '@/lib/back-office/event-list'

export const metadata: Metadata = { title: 'Rejected deliveries' }

export default async function RejectedPage({ searchParams }: PageProps<'/admin/events/rejected'>) {
  const staff = await requireStaff('events.list')
  const after = cursorParam((await searchParams).after)
  const { items, nextCursor } = await listRejectedDeliveries(staff, { after })
  return (
    <StaffShell staff={staff} current="events" title="Events">
      <EventTabs current="rejected" />
      <RejectedTable deliveries={items} />
      <Pager
        path="/admin/events/rejected"
        query={{}}
        paged={after !== undefined}
        nextCursor={nextCursor}
      />
    </StaffShell>
  )
}
