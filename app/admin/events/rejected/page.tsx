/** A sample of the rejected deliveries, without their bodies. */
import { ShieldCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { EventTabs } from '@/components/admin/events/event-tabs'
import { RejectedFilter } from '@/components/admin/events/rejected-filter'
import { RejectedTable } from '@/components/admin/events/rejected-table'
import { EmptyList } from '@/components/admin/lists/empty-list'
import { parseListPage, parseRejectionQuery } from '@/components/admin/lists/list-query'
import { Pager } from '@/components/admin/pager'
import { requireStaff } from '@/lib/auth'
import { countRejectedDeliveries, listRejectedDeliveries } from '@/lib/back-office/event-list'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffEvents')
  return { title: t('rejectedTitle') }
}

export default async function RejectedPage({ searchParams }: PageProps<'/admin/events/rejected'>) {
  const staff = await requireStaff('events.list')
  const t = await getTranslations('StaffEvents')
  const list = parseListPage('/admin/events/rejected', await searchParams, parseRejectionQuery)
  const [{ items, nextCursor }, rejected] = await Promise.all([
    listRejectedDeliveries(staff, list.filter),
    countRejectedDeliveries(staff),
  ])
  return (
    <StaffPage staff={staff} current="events" title={t('title')}>
      <EventTabs current="rejected" rejected={rejected} />
      <RejectedFilter list={list} />
      <RejectedTable
        deliveries={items}
        empty={
          <EmptyList list={list} goesOn={false} icon={ShieldCheck} title={t('noneRejected')}>
            {t('noneRejectedText')}
          </EmptyList>
        }
      />
      <Pager list={list} nextCursor={nextCursor} />
    </StaffPage>
  )
}
