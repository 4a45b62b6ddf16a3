/** The list of inquiries, newest first. */
import { Inbox } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { InquiryTableSkeleton } from '@/components/admin/inquiries/inquiry-table-skeleton'
import { LiveInquiryTable } from '@/components/admin/inquiries/live-inquiry-table'
import { Pager } from '@/components/admin/pager'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { requireStaff } from '@/lib/auth'
import { productName } from '@/lib/inquiries/application-form'
import { type InquiryFilter, listInquiries } from '@/lib/inquiries/queries'
import type { Staff } from '@/lib/staff'

export const metadata: Metadata = { title: 'Inquiries' }

export default async function InquiriesPage({ searchParams }: PageProps<'/admin/inquiries'>) {
  const staff = await requireStaff()
  const { after } = await searchParams
  const filter = { after: typeof after === 'string' ? after : undefined }
  return (
    <StaffShell staff={staff} current="inquiries" title="Inquiries">
      <Suspense
        fallback={
          <Card>
            <InquiryTableSkeleton />
          </Card>
        }
      >
        <InquiryList staff={staff} filter={filter} />
      </Suspense>
    </StaffShell>
  )
}

async function InquiryList({ staff, filter }: { staff: Staff; filter: InquiryFilter }) {
  const page = await listInquiries(staff, filter)
  return (
    <>
      <Card className="overflow-hidden">
        <LiveInquiryTable
          key={filter.after}
          items={page.items.map((item) => ({ ...item, product: productName(item.product) }))}
          isLastPage={page.nextCursor === null}
          empty={
            <EmptyState icon={Inbox} title="No inquiries yet">
              Each application on the storefront shows here as soon as it is sent.
            </EmptyState>
          }
        />
      </Card>
      <Pager
        path="/admin/inquiries"
        query={{}}
        paged={filter.after !== undefined}
        nextCursor={page.nextCursor}
      />
    </>
  )
}
