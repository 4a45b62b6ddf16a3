/** Verified events and a sample of the rejected deliveries, newest first, filtered by the URL. */
import { Radio } from 'lucide-react'
import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { EventTable, OUTCOME_TEXTS } from '@/components/admin/event-table'
import { EmptyList, FilterForm, Pager, SelectField } from '@/components/admin/list'
import { addressOf, textOf } from '@/components/admin/list-url'
import { requireStaff } from '@/lib/auth'
import { EVENT_OUTCOMES, type EventListItem, listEvents } from '@/lib/back-office/event-list'

export const metadata: Metadata = { title: 'Events' }

export default async function EventsPage({ searchParams }: PageProps<'/admin/events'>) {
  const staff = await requireStaff('events.list')
  const params = await searchParams
  const outcome = EVENT_OUTCOMES.find((one) => one === textOf(params, 'outcome'))
  const list = { path: '/admin/events', filter: { outcome }, after: textOf(params, 'after') }
  const { items, nextCursor } = await listEvents(staff, { outcome, after: list.after })
  return (
    <StaffPage
      staff={staff}
      current="events"
      title="Events"
      lead="What the service sent, and what we did with it."
    >
      <FilterForm label="Filter events" list={list}>
        <SelectField
          name="outcome"
          label="Outcome"
          value={outcome}
          options={EVENT_OUTCOMES.map((value) => {
            const { label } = OUTCOME_TEXTS[value]
            // The field's label isn't on screen.
            return { value, label: value === outcome ? `Outcome: ${label.toLowerCase()}` : label }
          })}
        />
      </FilterForm>
      {outcome === 'rejected' && items.length > 0 && (
        <p className="-mt-1 mb-3 text-sm/6 text-muted-foreground">
          {rejectedText(items, nextCursor)}
        </p>
      )}
      <EventTable
        events={items}
        address={addressOf(list)}
        isOfOneOutcome={outcome !== undefined}
        empty={
          <EmptyList list={list} goesOn={nextCursor !== null} icon={Radio} title="No events yet">
            Events from the service appear here, and deliveries that we couldn’t accept, with the
            reason. Repeated deliveries count as one event.
          </EmptyList>
        }
      />
      <Pager list={list} nextCursor={nextCursor} />
    </StaffPage>
  )
}

/** How many were rejected, if all of them are on this page. */
function rejectedText(items: readonly EventListItem[], nextCursor: string | null): string {
  const count = items.reduce((sum, { deliveries }) => sum + deliveries, 0)
  const text = count === 1 ? '1 rejected delivery' : `${count} rejected deliveries`
  return nextCursor === null ? text : `${text} on this page`
}
