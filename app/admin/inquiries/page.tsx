/** The list of inquiries, filtered by the URL. */
import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { InquiryTable } from '@/components/admin/inquiry-table'
import {
  ExportLink,
  FilterForm,
  Pager,
  SearchField,
  SelectField,
  Tabs,
} from '@/components/admin/list'
import { RefreshWhileVisible } from '@/components/admin/refresh-while-visible'
import { statusName } from '@/components/admin/status'
import { countInquiries, listInquiries } from '@/lib/back-office/inquiry-list'
import { INQUIRY_TABS, parseInquiryList, toPath } from '@/lib/back-office/list-url'
import { countText } from '@/lib/back-office/page'
import { KNOWN_STATUSES } from '@/lib/inquiries/status'
import { requireStaff } from '@/lib/staff/auth'

export const metadata: Metadata = { title: 'Inquiries' }

export default async function InquiriesPage({ searchParams }: PageProps<'/admin/inquiries'>) {
  const staff = await requireStaff('/admin/inquiries')
  const list = parseInquiryList(await searchParams)
  const { path, filter, after } = list
  // Waits for the data instead of streaming it: without JavaScript, a skeleton would never be replaced.
  const [{ items, nextCursor }, count] = await Promise.all([
    listInquiries({ ...filter, after }),
    countInquiries(filter),
  ])
  return (
    <StaffPage
      staff={staff}
      section="Inquiries"
      actions={
        <ExportLink href={toPath(`${path}/export`, filter)} title="Export this list as CSV" />
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
      <FilterForm label="Filter inquiries" list={list}>
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
      <p role="status" className="mb-2 text-sm text-subtle-foreground">
        {count === 1 ? '1 inquiry' : count !== null && count > 0 && `${countText(count)} inquiries`}
      </p>
      <InquiryTable items={items} now={new Date()} />
      <Pager list={list} nextCursor={nextCursor} />
      <RefreshWhileVisible />
    </StaffPage>
  )
}
