/** Parses and builds the URLs of the staff area's lists: list, filter and page. */
type SearchParams = Readonly<Record<string, unknown>>

/** The page of a list that a URL describes. */
export interface ListPage {
  path: string
  /** The tab and the filter. */
  filter: Readonly<Record<string, string | undefined>>
  /** The query's cursor, which nothing else interprets. */
  after: string | undefined
}

export const MAX_LENGTH = 256
/** An index of trigrams finds no shorter part. */
export const MIN_SEARCH = 3
/** Three letters or digits in a row. */
export const SEARCHABLE = /[\p{L}\p{N}]{3}/u

/** Anyone can edit a URL, so a parameter may be missing, repeated or very long. */
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

/** The tabs next to the one with all inquiries. */
export const INQUIRY_TABS = [
  { tab: 'review', label: 'Needs review' },
  { tab: 'problems', label: 'Problems' },
] as const

/** Parses the inquiry list's URL, for its page and its export. */
export function parseInquiryList(params: SearchParams) {
  const tab = INQUIRY_TABS.find((one) => one.tab === textOf(params, 'tab'))?.tab
  // A tab determines the statuses itself.
  const status = tab ? undefined : textOf(params, 'status')
  const filter = { tab, status, q: textOf(params, 'q') }
  return { path: '/admin/inquiries', filter, after: textOf(params, 'after') }
}
