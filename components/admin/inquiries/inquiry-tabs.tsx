import { useTranslations } from 'next-intl'
import { countText } from '@/components/admin/count'
import { type Tab, TabBar } from '@/components/admin/lists/tab-bar'
import { KNOWN_STATUSES, useStatusName } from '@/components/admin/status'
import type { InquiryCounts } from '@/lib/back-office/views'
import { type InquiryQuery, toListPath } from './inquiry-query'

/** Work first, then cases in progress, then finished ones. */
const ORDER = ['NEEDS_REVIEW', 'COMPLETED', 'PENDING']
export const TAB_STATUSES = [
  ...ORDER,
  ...KNOWN_STATUSES.filter((status) => !ORDER.includes(status)),
]

/**
 * A tab for each status. Tabs keep the search and the dates.
 * @param counts null if they aren't known
 */
export function InquiryTabs({
  query,
  counts,
}: {
  query: InquiryQuery
  counts: InquiryCounts | null
}) {
  const t = useTranslations('StaffInquiries')
  const nameOf = useStatusName()
  const { search, from, to } = query
  const within = { search, from, to }
  const counted = (count: number | undefined) => (count === undefined ? '' : countText(count))
  const isOther = query.status !== undefined && !TAB_STATUSES.includes(query.status)
  const statuses = isOther && query.status ? [...TAB_STATUSES, query.status] : TAB_STATUSES
  const tabs: Tab[] = [
    { id: 'all', href: toListPath(within), label: t('all'), count: counted(counts?.all) },
    ...statuses.map((status) => ({
      id: status,
      href: toListPath({ ...within, status }),
      label: nameOf(status),
      count: counted(counts?.byStatus[status]),
    })),
  ]
  // Cases that need attention are work too, so they come right after the reviews.
  tabs.splice(2, 0, {
    id: 'attention',
    href: toListPath({ ...within, attention: true }),
    label: t('attention'),
    count: counted(counts?.attention),
  })
  const current = query.attention ? 'attention' : (query.status ?? 'all')
  return <TabBar label={t('tabs')} tabs={tabs} current={current} />
}
