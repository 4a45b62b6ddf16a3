import { useTranslations } from 'next-intl'
import { countText } from '@/components/admin/count'
import { type Tab, TabBar } from '@/components/admin/lists/tab-bar'
import { KNOWN_STATUSES, useStatusName } from '@/components/admin/status'
import type { InquiryCounts } from '@/lib/back-office/views'
import { type InquiryQuery, toListPath } from './inquiry-query'

/** Work first, then what is on its way, then what is done. */
const ORDER = ['NEEDS_REVIEW', 'COMPLETED', 'PENDING']

/** Those that have a tab: the known ones, and another one that the list shows. */
export const tabStatuses = ({ status }: Pick<InquiryQuery, 'status'>): string[] => [
  ...new Set([...ORDER, ...KNOWN_STATUSES, ...(status ? [status] : [])]),
]

/**
 * A tab for each status. It keeps the search and the days. A search is for one inquiry, and no index could count what it
 * finds, so the tabs have no counts then.
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
  // After the cases that somebody reviews: the other work.
  tabs.splice(2, 0, {
    id: 'attention',
    href: toListPath({ ...within, attention: true }),
    label: t('attention'),
    count: counted(counts?.attention),
  })
  const current = query.attention ? 'attention' : (query.status ?? 'all')
  return <TabBar label={t('tabs')} tabs={tabs} current={current} />
}
