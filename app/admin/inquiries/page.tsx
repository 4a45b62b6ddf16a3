/** The list of inquiries, newest first, filtered by the URL. */
import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { InquiryFilters } from '@/components/admin/inquiries/inquiry-filters'
import {
  type InquiryQuery,
  isFiltered,
  parseInquiryQuery,
  toParameters,
} from '@/components/admin/inquiries/inquiry-query'
import { InquiryTable, InquiryTableSkeleton } from '@/components/admin/inquiries/inquiry-table'
import { Pager } from '@/components/admin/pager'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { requireStaff } from '@/lib/auth'
import { listInquiries } from '@/lib/back-office/inquiry-list'
import { can, type Staff } from '@/lib/staff'
import { productName } from '@/site'
import { searchInquiriesAction } from './actions'

export const metadata: Metadata = { title: 'Inquiries' }

export default async function InquiriesPage({ searchParams }: PageProps<'/admin/inquiries'>) {
  const staff = await requireStaff('inquiries.list')
  const query = parseInquiryQuery(await searchParams)
  const address = new URLSearchParams(toParameters(query)).toString()
  const csv = (
    <a
      href={`/admin/inquiries/export?${address}`}
      className={buttonClass({ tone: 'secondary', size: 'small' })}
    >
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </a>
  )
  return (
    <StaffShell
      staff={staff}
      current="inquiries"
      title="Inquiries"
      actions={can(staff, 'inquiries.export') && csv}
    >
      <InquiryFilters key={address} query={query} action={searchInquiriesAction} />
      {query.unknownId && (
        <div className="mb-5">
          <Notice tone="warn" role="alert" title="No inquiry has this ID">
            Enter the complete inquiryId of an inquiry that this app opened.
          </Notice>
        </div>
      )}
      <Suspense key={`${address} ${query.after}`} fallback={<InquiryTableSkeleton />}>
        <InquiryList staff={staff} query={query} />
      </Suspense>
    </StaffShell>
  )
}

async function InquiryList({ staff, query }: { staff: Staff; query: InquiryQuery }) {
  const { items, nextCursor } = await listInquiries(staff, query)
  return (
    <>
      <Card className="overflow-hidden">
        <InquiryTable
          items={items.map((item) => ({ ...item, product: productName(item.product) }))}
          isLastPage={nextCursor === null}
          isFiltered={isFiltered(query)}
        />
      </Card>
      <Pager
        path="/admin/inquiries"
        query={toParameters(query)}
        paged={query.after !== undefined}
        nextCursor={nextCursor}
      />
    </>
  )
}
