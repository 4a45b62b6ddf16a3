/** The list of inquiries, filtered by the URL. */

import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { InquiryTable } from '@/components/admin/inquiry-table'
import { FilterForm, Pager, SearchField, SelectField, Tabs } from '@/components/admin/list'
import { INQUIRY_TABS, parseInquiryQuery, toPath } from '@/components/admin/list-url'
import { RefreshWhileVisible } from '@/components/admin/refresh-while-visible'
import { KNOWN_STATUSES, statusName } from '@/components/admin/status'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { requireStaff } from '@/lib/auth'
import { listInquiries } from '@/lib/back-office/inquiry-list'

export const metadata: Metadata = { title: 'Inquiries' }

export default async function InquiriesPage({ searchParams }: PageProps<'/admin/inquiries'>) {
  const staff = await requireStaff()
  const query = parseInquiryQuery(await searchParams)
  const { path, filter } = query.list
  // Not streamed, because without JavaScript a skeleton would stay.
  const { items, nextCursor } = await listInquiries(query.filter)
  return (
    <StaffPage
      staff={staff}
      section="Inquiries"
      actions={
        <a
          href={toPath(`${path}/export`, filter)}
          title="Export this list as CSV"
          className={cn(buttonClass({ tone: 'secondary', size: 'small' }), 'max-sm:h-11')}
        >
          <Download aria-hidden="true" className="size-4" />
          Export
        </a>
      }
    >
      <Tabs
        label="Lists"
        tabs={[{ tab: undefined, label: 'All' }, ...INQUIRY_TABS].map(({ tab, label }) => ({
          label,
          href: toPath(path, { tab }),
          isCurrent: tab === filter.tab,
        }))}
      />
      <FilterForm label="Filter inquiries" list={query.list}>
        {!filter.tab && (
          <SelectField
            name="status"
            label="Status"
            value={filter.status}
            options={KNOWN_STATUSES.map((status) => ({ value: status, label: statusName(status) }))}
          />
        )}
        <SearchField value={filter.q} />
      </FilterForm>
      <InquiryTable items={items} now={new Date()} />
      <Pager list={query.list} nextCursor={nextCursor} />
      <RefreshWhileVisible />
    </StaffPage>
  )
}
