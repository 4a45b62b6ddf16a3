/** What the staff area's URLs say: which list, which filter, which page, and the way back from an inquiry. */
import type { InquiryFilter } from '@/lib/back-office/inquiry-list'

export type SearchParams = Readonly<Record<string, unknown>>

/** One page of a list, as its URL describes it. */
export interface ListPage {
  path: string
  /** The tab and the filter. */
  filter: Readonly<Record<string, string | undefined>>
  /** The cursor. Only the query that created it knows what it means. */
  after: string | undefined
}

export const MAX_LENGTH = 256

/** Anyone can edit a URL, so it may be missing, repeated or endless. */
export function textOf(params: SearchParams, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' ? value.trim().slice(0, MAX_LENGTH) || undefined : undefined
}

export function toPath(path: string, parameters: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  const search = new URLSearchParams(given).toString()
  return search ? `${path}?${search}` : path
}

/** The page's own URL, for the link back from an inquiry. */
export const addressOf = ({ path, filter, after }: ListPage): string =>
  toPath(path, { ...filter, after })

const TABS = ['review', 'problems'] as const

/** The filter of the inquiry list, for its page and its export. */
export function parseInquiryQuery(params: SearchParams): { list: ListPage; filter: InquiryFilter } {
  const tab = TABS.find((one) => one === textOf(params, 'tab'))
  const [q, after] = [textOf(params, 'q'), textOf(params, 'after')]
  // A tab chooses the statuses itself.
  const status = tab ? undefined : textOf(params, 'status')
  return {
    list: { path: '/admin/inquiries', filter: { tab, status, q }, after },
    filter: { tab, status, search: q, after },
  }
}

const PLACES = {
  '/admin/inquiries': 'inquiries',
  '/admin/events': 'events',
  '/admin/audit': 'audit',
} as const

/** From an inquiry to the list that the reader came from, with its filter and page. */
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
