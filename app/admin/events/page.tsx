/** Verified events, newest first, filtered by the URL. */
import { Radio } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '@/app/admin/staff-page'
import { EventTable } from '@/components/admin/events/event-table'
import { EventTabs } from '@/components/admin/events/event-tabs'
import { toPath } from '@/components/admin/inquiries/inquiry-query'
import { FilterForm, SelectField, TimeField } from '@/components/admin/lists/filter-form'
import {
  MATCHES,
  parseEventQuery,
  toListParameters,
  toTimeRange,
} from '@/components/admin/lists/list-query'
import { NothingFound } from '@/components/admin/lists/nothing-found'
import { cursorParam, Pager } from '@/components/admin/pager'
import { EmptyState } from '@/components/ui/empty-state'
import { requireStaff } from '@/lib/auth'
import { listEvents } from '@/lib/back-office/event-list'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffEvents')
  return { title: t('title') }
}

const PATH = '/admin/events'
const KINDS = ['inquiry.approved', 'inquiry.review_in_progress', 'inquiry.declined']

export default async function EventsPage({ searchParams }: PageProps<'/admin/events'>) {
  const staff = await requireStaff('events.list')
  const t = await getTranslations('StaffEvents')
  const lists = await getTranslations('StaffLists')
  const params = await searchParams
  const query = parseEventQuery(params)
  const after = cursorParam(params.after)
  const { items, nextCursor } = await listEvents(staff, { ...query, ...toTimeRange(query), after })
  const parameters = toListParameters(query)
  const isFiltered = Object.keys(parameters).length > 0
  return (
    <StaffPage staff={staff} current="events" title={t('title')}>
      <EventTabs current="verified" />
      <FilterForm
        key={toPath(PATH, parameters)}
        path={PATH}
        label={t('filterForm')}
        isFiltered={isFiltered}
      >
        <SelectField
          name="kind"
          label={t('kind')}
          value={query.kind}
          any={lists('any')}
          options={KINDS.map((kind) => ({ value: kind, label: kind, isName: true }))}
        />
        <SelectField
          name="match"
          label={t('columns.match')}
          value={query.match}
          any={lists('any')}
          options={MATCHES.map((match) => ({ value: match, label: t(`matches.${match}.label`) }))}
        />
        <TimeField type="datetime-local" name="from" label={lists('fromUtc')} value={query.from} />
        <TimeField type="datetime-local" name="to" label={lists('toUtc')} value={query.to} />
      </FilterForm>
      <EventTable
        events={items}
        address={toPath(PATH, { ...parameters, ...(after && { after }) })}
        empty={
          isFiltered || after ? (
            <NothingFound goesOn={nextCursor !== null} />
          ) : (
            <EmptyState icon={Radio} title={t('none')}>
              {t('noneText')}
            </EmptyState>
          )
        }
      />
      <Pager path={PATH} query={parameters} paged={after !== undefined} nextCursor={nextCursor} />
    </StaffPage>
  )
}
