/** A sample of the rejected deliveries, without their bodies. */
import { ShieldCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { EventTabs } from '@/components/admin/events/event-tabs'
import { RejectedFilter } from '@/components/admin/events/rejected-filter'
import { RejectedTable } from '@/components/admin/events/rejected-table'
import { toPath } from '@/components/admin/inquiries/inquiry-query'
import {
  parseRejectionQuery,
  toListParameters,
  toTimeRange,
} from '@/components/admin/lists/list-query'
import { NothingFound } from '@/components/admin/lists/nothing-found'
import { cursorParam, Pager } from '@/components/admin/pager'
import { EmptyState } from '@/components/ui/empty-state'
import { requireStaff } from '@/lib/auth'
import { listRejectedDeliveries } from '@/lib/back-office/event-list'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffEvents')
  return { title: t('rejectedTitle') }
}

const PATH = '/admin/events/rejected'

export default async function RejectedPage({ searchParams }: PageProps<'/admin/events/rejected'>) {
  const staff = await requireStaff('events.list')
  const t = await getTranslations('StaffEvents')
  const params = await searchParams
  const query = parseRejectionQuery(params)
  const after = cursorParam(params.after)
  const filter = { ...query, ...toTimeRange(query), after }
  const { items, nextCursor } = await listRejectedDeliveries(staff, filter)
  const parameters = toListParameters(query)
  const isFiltered = Object.keys(parameters).length > 0
  return (
    <StaffPage staff={staff} current="events" title={t('title')}>
      <EventTabs current="rejected" />
      <RejectedFilter
        key={toPath(PATH, parameters)}
        path={PATH}
        query={query}
        isFiltered={isFiltered}
      />
      <RejectedTable
        deliveries={items}
        empty={
          isFiltered || after ? (
            <NothingFound goesOn={false} />
          ) : (
            <EmptyState icon={ShieldCheck} title={t('noneRejected')}>
              {t('noneRejectedText')}
            </EmptyState>
          )
        }
      />
      <Pager path={PATH} query={parameters} paged={after !== undefined} nextCursor={nextCursor} />
    </StaffPage>
  )
}
