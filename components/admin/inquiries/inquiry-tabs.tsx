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
 * A tab for each status. Tabs keep the search and the dates. During a search they have no counts: it's for a single inquiry,
 * and no index could serve the counts.
 * @param counts null while they are being counted
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
  const counted = (count: number | undefined) => {
    if (search) return undefined
    return count === undefined ? null : countText(count)
  }
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
