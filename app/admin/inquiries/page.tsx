/** The list of inquiries, filtered and ordered by the URL. */
import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { StaffPage } from '@/app/admin/staff-page'
import { InquiryFilters } from '@/components/admin/inquiries/inquiry-filters'
import {
  type InquiryQuery,
  parseInquiryQuery,
  sortOf,
  toParameters,
  toPath,
} from '@/components/admin/inquiries/inquiry-query'
import { InquiryTable, InquiryTableSkeleton } from '@/components/admin/inquiries/inquiry-table'
import { InquiryTabs, tabStatuses } from '@/components/admin/inquiries/inquiry-tabs'
import { ListOrder } from '@/components/admin/inquiries/list-order'
import { utcDay } from '@/components/admin/lists/period-presets'
import { Pager } from '@/components/admin/pager'
import { buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { requireStaff } from '@/lib/auth'
import { countInquiries } from '@/lib/back-office/inquiry-counts'
import { listInquiries } from '@/lib/back-office/inquiry-list'
import { currentLocale } from '@/lib/locale'
import { can, type Staff } from '@/lib/staff'
import { productName } from '@/site'
import { searchInquiriesAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffInquiries')
  return { title: t('title') }
}

export default async function InquiriesPage({ searchParams }: PageProps<'/admin/inquiries'>) {
  const staff = await requireStaff('inquiries.list')
  const t = await getTranslations('StaffInquiries')
  const query = parseInquiryQuery(await searchParams)
  const now = new Date()
  const today = utcDay(now)
  const address = new URLSearchParams(toParameters(query)).toString()
  const csv = (
    <a
      href={toPath('/admin/inquiries/export', toParameters(query))}
      title={t('exportHint')}
      className={`${buttonClass({ tone: 'secondary', size: 'small' })} max-sm:h-11`}
    >
      <Download aria-hidden="true" className="size-4" />
      {t('export')}
    </a>
  )
  return (
    <StaffPage
      staff={staff}
      current="inquiries"
      title={t('title')}
      actions={can(staff, 'inquiries.export') && csv}
    >
      <Suspense fallback={<InquiryTabs query={query} counts={null} />}>
        <CountedTabs staff={staff} query={query} />
      </Suspense>
      <div className="md:mb-4 md:flex md:items-center md:gap-2">
        <InquiryFilters key={address} query={query} action={searchInquiriesAction} />
        <ListOrder key={`order ${address}`} query={query} today={today} />
      </div>
      {query.unknownId && (
        <div className="mb-5">
          <Notice tone="warn" role="alert" title={t('unknownId')}>
            {t('unknownIdText')}
          </Notice>
        </div>
      )}
      <Suspense key={`${address} ${query.after}`} fallback={<InquiryTableSkeleton />}>
        <InquiryList staff={staff} query={query} now={now} />
      </Suspense>
    </StaffPage>
  )
}

async function CountedTabs({ staff, query }: { staff: Staff; query: InquiryQuery }) {
  const counts = await countInquiries(staff, tabStatuses(query), query)
  return <InquiryTabs query={query} counts={counts} />
}

interface InquiryListProps {
  staff: Staff
  query: InquiryQuery
  now: Date
}

async function InquiryList({ staff, query, now }: InquiryListProps) {
  const [locale, { items, nextCursor }] = await Promise.all([
    currentLocale(),
    listInquiries(staff, { ...query, sort: sortOf(query) }),
  ])
  return (
    <>
      <InquiryTable
        items={items.map((item) => ({ ...item, product: productName(item.product, locale) }))}
        query={query}
        isLast={nextCursor === null}
        now={now}
      />
      <Pager
        list={{ path: '/admin/inquiries', parameters: toParameters(query), after: query.after }}
        nextCursor={nextCursor}
      />
    </>
  )
}
