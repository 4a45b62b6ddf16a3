/** The inquiry list's filter in the URL, for its page and its export. */
import type { InquiryFilter } from '@/lib/back-office/inquiry-list'
import { type ListPage, type SearchParams, textOf } from './list'

const TABS = ['review', 'problems'] as const

export function parseInquiryQuery(params: SearchParams): { list: ListPage; filter: InquiryFilter } {
  const tab = TABS.find((one) => one === textOf(params, 'tab'))
  const [q, after] = [textOf(params, 'q'), textOf(params, 'after')]
  // A review has one status.
  const status = tab === 'review' ? undefined : textOf(params, 'status')
  return {
    list: { path: '/admin/inquiries', filter: { tab, status, q }, after },
    filter: { tab, status, search: q, after },
  }
}
