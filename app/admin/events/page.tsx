/** Verified events, newest first. */
import type { Metadata } from 'next'
import { EventTable } from '@/components/admin/events/event-table'
import { EventTabs } from '@/components/admin/events/event-tabs'
import { cursorParam, Pager } from '@/components/admin/pager'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { requireStaff } from '@/lib/auth'
import { listEvents } from '@/lib/back-office/event-list'

export const metadata: Metadata = { title: 'Events' }

export default async function EventsPage({ searchParams }: PageProps<'/admin/events'>) {
  const staff = await requireStaff('events.list')
  const after = cursorParam((await searchParams).after)
  const { items, nextCursor } = await listEvents(staff, { after })
  return (
    <StaffShell staff={staff} current="events" title="Events">
      <EventTabs current="verified" />
      <EventTable events={items} />
      <Pager path="/admin/events" query={{}} paged={after !== undefined} nextCursor={nextCursor} />
    </StaffShell>
  )
}
