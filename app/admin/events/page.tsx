/** Verified events, newest first, filtered by the URL. */
import { Radio } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { EventFilter } from '@/components/admin/events/event-filter'
import { EventTable } from '@/components/admin/events/event-table'
import { EventTabs } from '@/components/admin/events/event-tabs'
import { EmptyList } from '@/components/admin/lists/empty-list'
import { parseEventQuery, parseListPage } from '@/components/admin/lists/list-query'
import { Pager } from '@/components/admin/pager'
import { requireStaff } from '@/lib/auth'
import { countRejectedDeliveries, listEvents } from '@/lib/back-office/event-list'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffEvents')
  return { title: t('title') }
}

export default async function EventsPage({ searchParams }: PageProps<'/admin/events'>) {
  const staff = await requireStaff('events.list')
  const t = await getTranslations('StaffEvents')
  const list = parseListPage('/admin/events', await searchParams, parseEventQuery)
  const [{ items, nextCursor }, rejected] = await Promise.all([
    listEvents(staff, list.filter),
    countRejectedDeliveries(staff),
  ])
  return (
    <StaffPage staff={staff} current="events" title={t('title')}>
      <EventTabs current="verified" rejected={rejected} />
      <EventFilter list={list} />
      <EventTable
        events={items}
        address={list.address}
        empty={
          <EmptyList list={list} goesOn={nextCursor !== null} icon={Radio} title={t('none')}>
            {t('noneText')}
          </EmptyList>
        }
      />
      <Pager list={list} nextCursor={nextCursor} />
    </StaffPage>
  )
}
