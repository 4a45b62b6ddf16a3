import { useTranslations } from 'next-intl'
import { countText } from '@/components/admin/count'
import { type Tab, TabBar } from '@/components/admin/lists/tab-bar'
import { KNOWN_STATUSES, useStatusName } from '@/components/admin/status'
import type { InquiryCounts } from '@/lib/back-office/views'
import { type InquiryQuery, toListPath } from './inquiry-query'

/** Work first, then cases in progress, then finished ones. */
const ORDER = ['NEEDS_REVIEW', 'COMPLETED', 'PENDING']

/** The statuses with a tab: the known ones, and the one that the list is filtered by. */
export const tabStatuses = ({ status }: Pick<InquiryQuery, 'status'>): string[] => [
  ...new Set([...ORDER, ...KNOWN_STATUSES, ...(status ? [status] : [])]),
]

/**
 * Tabs for all inquiries, for those that need attention, and for each status. They keep the search and the dates, and count
 * what they lead to.
 * @param counts null while they are being counted, or if a search has too many matches to count
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
  const counted = (count: number | undefined) => (counts === null ? null : countText(count ?? 0))
  const tabs: Tab[] = [
    { id: 'all', href: toListPath(within), label: t('all'), count: counted(counts?.all) },
    ...tabStatuses(query).map((status) => ({
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
