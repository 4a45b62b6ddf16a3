/** The list's filter in the URL. Anyone can edit a URL, so invalid values are ignored. */

export interface InquiryQuery {
  /** The last id of the previous page. */
  after?: string
  status?: string
  attention?: boolean
  /** Days in UTC, inclusive: `2026-01-31`. */
  from?: string
  to?: string
  search?: string
  /** The search was for an id that no inquiry has. */
  unknownId?: boolean
}

const MAX_LENGTH = 256
const DAY = /^\d{4}-\d{2}-\d{2}$/

type SearchParams = Readonly<Record<string, unknown>>

export function parseInquiryQuery(params: SearchParams): InquiryQuery {
  const text = (name: string): string | undefined => {
    const value = params[name]
    return typeof value === 'string' ? value.trim().slice(0, MAX_LENGTH) || undefined : undefined
  }
  const day = (name: string): string | undefined => {
    const value = text(name)
    return value && DAY.test(value) ? value : undefined
  }
  return {
    after: text('after'),
    status: text('status'),
    attention: text('attention') ? true : undefined,
    from: day('from'),
    to: day('to'),
    search: text('search'),
    unknownId: text('unknown-id') ? true : undefined,
  }
}

/** The filter as URL parameters, without the cursor. */
export function toParameters(query: InquiryQuery): Record<string, string> {
  const { after: _after, unknownId: _unknownId, attention, ...texts } = query
  const entries = Object.entries({ ...texts, attention: attention ? '1' : undefined })
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The first page of the filtered list. */
export function toListPath(query: InquiryQuery): string {
  const parameters = { ...toParameters(query), ...(query.unknownId && { 'unknown-id': '1' }) }
  const address = new URLSearchParams(parameters).toString()
  return address ? `/admin/inquiries?${address}` : '/admin/inquiries'
}

export const isFiltered = (query: InquiryQuery): boolean =>
  Object.keys(toParameters(query)).length > 0

const ID = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/i

/** The UUID in pasted text, if any. The UUID at the end of our referenceIds (`app-…`) doesn't count. */
export const idIn = (search: string | undefined): string | undefined => ID.exec(search ?? '')?.[0]
