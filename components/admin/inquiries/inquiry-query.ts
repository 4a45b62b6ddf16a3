/** The list's filter and order in the URL. Anyone can edit a URL, so invalid values are ignored. */
import type { InquirySort } from '@/lib/back-office/inquiry-order'
import { isDecision } from '@/lib/inquiries/status'

const SORTS: readonly InquirySort[] = ['newest', 'oldest', 'waiting']

export interface InquiryQuery {
  /** Where the previous page ended. */
  after?: string
  status?: string
  attention?: boolean
  /** Days in UTC, inclusive: `2026-01-31`. */
  from?: string
  to?: string
  search?: string
  /** Undefined for the status's default, see {@link sortOf}. */
  sort?: InquirySort
  /** The search was for an id that no inquiry has. */
  unknownId?: boolean
}

const MAX_LENGTH = 256
const DAY = /^\d{4}-\d{2}-\d{2}$/

export type SearchParams = Readonly<Record<string, unknown>>

export function parseInquiryQuery(params: SearchParams): InquiryQuery {
  const text = (name: string): string | undefined => {
    const value = params[name]
    return typeof value === 'string' ? value.trim().slice(0, MAX_LENGTH) || undefined : undefined
  }
  const day = (name: string): string | undefined => {
    const value = text(name)
    return value && DAY.test(value) ? value : undefined
  }
  const status = text('status')
  return {
    after: text('after'),
    status,
    attention: text('attention') ? true : undefined,
    from: day('from'),
    to: day('to'),
    search: text('search'),
    sort: sortsFor(status).find((sort) => sort === text('sort')),
    unknownId: text('unknown-id') ? true : undefined,
  }
}

/** Reviews are a queue: the longest wait comes first. */
const defaultSort = (status: string | undefined): InquirySort =>
  status === 'NEEDS_REVIEW' ? 'waiting' : 'newest'

export const sortOf = ({ sort, status }: Pick<InquiryQuery, 'sort' | 'status'>): InquirySort =>
  sort ?? defaultSort(status)

/** The orders for a list of this status. Before the check and after a decision, nobody waits for us. */
export const sortsFor = (status: string | undefined): readonly InquirySort[] =>
  status === 'PENDING' || isDecision(status ?? null)
    ? SORTS.filter((sort) => sort !== 'waiting')
    : SORTS

/** How a column currently sorts the list, and the order that its header switches to; null for none. */
export function sortOfColumn(
  column: string,
  query: Pick<InquiryQuery, 'sort' | 'status'>,
): { current: 'ascending' | 'descending' | null; next: InquirySort | null } {
  const sort = sortOf(query)
  if (column === 'opened') {
    if (sort === 'newest') return { current: 'descending', next: 'oldest' }
    return { current: sort === 'oldest' ? 'ascending' : null, next: 'newest' }
  }
  if (column === 'waiting' && sortsFor(query.status).includes('waiting'))
    return { current: sort === 'waiting' ? 'descending' : null, next: 'waiting' }
  return { current: null, next: null }
}

/** The filter and order as URL parameters, without the cursor. */
export function toParameters(query: InquiryQuery): Record<string, string> {
  const { after: _after, unknownId: _unknownId, attention, sort, ...texts } = query
  const entries = Object.entries({
    ...texts,
    attention: attention ? '1' : undefined,
    sort: sort === defaultSort(query.status) ? undefined : sort,
  })
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The first page of the filtered list. */
export function toListPath(query: InquiryQuery): string {
  const parameters = { ...toParameters(query), ...(query.unknownId && { 'unknown-id': '1' }) }
  return toPath('/admin/inquiries', parameters)
}

/** The path of an inquiry in this page of the list, so that its page can link back and to its neighbours. */
export function toInquiryPath(id: string, query: InquiryQuery): string {
  const parameters = { ...toParameters(query), ...(query.after && { after: query.after }) }
  return toPath(`/admin/inquiries/${id}`, parameters)
}

export function toPath(path: string, parameters: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(parameters).toString()
  return search ? `${path}?${search}` : path
}

/** Whether the query leaves anything out. Of the orders, only `waiting` does. */
export const isFiltered = (query: InquiryQuery): boolean =>
  Object.keys(toParameters({ ...query, sort: undefined })).length > 0 || sortOf(query) === 'waiting'

const ID = /(?<!app-)([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})/i

/**
 * The UUID in pasted text, if any, even without its hyphens, with a typesetter's, or next to other characters. The UUID at
 * the end of our referenceIds (`app-…`) doesn't count.
 */
export function idIn(search: string | undefined): string | undefined {
  const [, ...groups] = ID.exec((search ?? '').replaceAll(/\p{Pd}/gu, '-')) ?? []
  return groups.length > 0 ? groups.join('-') : undefined
}
