/** The link back from an inquiry to the list that the reader came from, with the list's filter and page. */
import { type SearchParams, toPath } from './list'

const PLACES = {
  '/admin/inquiries': 'inquiries',
  '/admin/events': 'events',
  '/admin/audit': 'audit',
} as const

export interface WayBack {
  place: (typeof PLACES)[keyof typeof PLACES]
  href: string
}

/** @param back the list's own address */
export const toInquiryFrom = (id: string, back: string): string =>
  toPath(`/admin/inquiries/${id}`, { back })

/** @param params the search parameters of an inquiry's page. Anyone can edit them, so only our own lists count. */
export function wayBack({ back }: SearchParams): WayBack {
  for (const [path, place] of Object.entries(PLACES))
    if (typeof back === 'string' && back.split('?')[0] === path) return { place, href: back }
  return { place: 'inquiries', href: '/admin/inquiries' }
}
