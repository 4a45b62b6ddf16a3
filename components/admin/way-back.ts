/** The link back from an inquiry to the list that the reader came from, with the list's filter and page. */
import {
  parseInquiryQuery,
  type SearchParams,
  toListPath,
  toPath,
} from '@/components/admin/inquiries/inquiry-query'

export interface WayBack {
  place: 'inquiries' | 'events' | 'rejected' | 'audit'
  href: string
}

const PLACES = {
  '/admin/events': 'events',
  '/admin/events/rejected': 'rejected',
  '/admin/audit': 'audit',
} as const satisfies Record<string, WayBack['place']>

/** For a link to an inquiry from a list other than the list of inquiries. `back` is that list's own address. */
export const toInquiryFrom = (id: string, back: string): string =>
  toPath(`/admin/inquiries/${id}`, { back })

/** @param params the search parameters of an inquiry's page. Anyone can edit them, so only our own lists count. */
export function wayBack(params: SearchParams): WayBack {
  const back = typeof params.back === 'string' ? params.back : ''
  const [path = ''] = back.split('?')
  for (const [known, place] of Object.entries(PLACES))
    if (path === known) return { place, href: back }
  const query = parseInquiryQuery(params)
  const href = toListPath(query)
  if (!query.after) return { place: 'inquiries', href }
  return {
    place: 'inquiries',
    href: `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ after: query.after })}`,
  }
}
