/** Verified events and a sample of the rejected deliveries, newest first, filtered by the URL. */
import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { EventTable, OUTCOMES } from '@/components/admin/event-table'
import { FilterForm, Pager, SelectField } from '@/components/admin/list'
import { LISTED_OUTCOMES, listEvents } from '@/lib/back-office/event-list'
import { textOf } from '@/lib/back-office/list-url'
import { can } from '@/lib/roles'
import { requireStaff } from '@/lib/staff/auth'

export const metadata: Metadata = { title: 'Events' }

export default async function EventsPage({ searchParams }: PageProps<'/admin/events'>) {
  const staff = await requireStaff('/admin/events')
  const params = await searchParams
  const outcome = LISTED_OUTCOMES.find((one) => one === textOf(params, 'outcome'))
  const list = { path: '/admin/events', filter: { outcome }, after: textOf(params, 'after') }
  const { items, nextCursor } = await listEvents({ outcome, after: list.after })
  return (
    <StaffPage staff={staff} section="Events">
      <FilterForm label="Filter events" list={list}>
        <SelectField
          name="outcome"
          label="Outcome"
          value={outcome}
          options={LISTED_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value].label }))}
        />
      </FilterForm>
      <EventTable events={items} namesSettings={can(staff, 'staff.manage')} />
      <Pager list={list} nextCursor={nextCursor} />
    </StaffPage>
  )
}
