/** The URL filters of events, rejected deliveries and the audit trail. Anyone can edit a URL, so invalid values are ignored. */
import { type SearchParams, toPath } from '@/components/admin/inquiries/inquiry-query'
import type { AuditOutcome, EventListItem } from '@/lib/back-office/views'

/** Minutes in UTC, both inclusive, in the format of a `datetime-local` field: `2026-01-31T08:30`. */
interface MinuteRange {
  from?: string
  to?: string
}

/** One page of a list, as its URL describes it. */
export interface ListPage<Query extends MinuteRange = MinuteRange> {
  path: string
  query: Query
  /** The query as URL parameters, without the cursor. */
  parameters: Record<string, string>
  isFiltered: boolean
  /** The cursor. Only the query that created it knows what it means. */
  after: string | undefined
  /** This page's own URL, for the link back from an inquiry. */
  address: string
}

export interface EventQuery extends MinuteRange {
  kind?: string
  match?: EventListItem['match']
}
export interface RejectionQuery extends MinuteRange {
  reason?: string
}
export interface AuditQuery extends MinuteRange {
  action?: string
  outcome?: AuditOutcome
  actor?: string
}

export const MATCHES = ['matched', 'other_reference', 'no_inquiry', 'unknown_kind'] as const
export const AUDIT_OUTCOMES = ['allowed', 'refused', 'other'] as const

const MAX_LENGTH = 256
const MINUTE_MS = 60_000
const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

const text = (params: SearchParams, name: string): string | undefined => {
  const value = params[name]
  return typeof value === 'string' ? value.trim().slice(0, MAX_LENGTH) || undefined : undefined
}

const oneOf = <Value extends string>(values: readonly Value[], given: string | undefined) =>
  values.find((value) => value === given)

const minute = (params: SearchParams, name: string): string | undefined => {
  const value = text(params, name)
  return value && MINUTE.test(value) && toTime(value) ? value : undefined
}

/** PostgreSQL has no year 0. */
function toTime(minute: string): Date | undefined {
  const time = new Date(`${minute}Z`)
  return Number.isNaN(time.getTime()) || minute.startsWith('0000') ? undefined : time
}

const parseRange = (params: SearchParams): MinuteRange => ({
  from: minute(params, 'from'),
  to: minute(params, 'to'),
})

export const parseEventQuery = (params: SearchParams): EventQuery => ({
  kind: text(params, 'kind'),
  match: oneOf(MATCHES, text(params, 'match')),
  ...parseRange(params),
})

export const parseRejectionQuery = (params: SearchParams): RejectionQuery => ({
  reason: text(params, 'reason'),
  ...parseRange(params),
})

export const parseAuditQuery = (params: SearchParams): AuditQuery => ({
  action: text(params, 'action'),
  outcome: oneOf(AUDIT_OUTCOMES, text(params, 'outcome')),
  actor: text(params, 'actor'),
  ...parseRange(params),
})

/** Includes the last minute. */
export function toTimeRange({ from, to }: MinuteRange): Record<'from' | 'to', Date | undefined> {
  const last = to === undefined ? undefined : toTime(to)
  return {
    from: from === undefined ? undefined : toTime(from),
    to: last && new Date(last.getTime() + MINUTE_MS),
  }
}

export function parseListPage<Query extends MinuteRange>(
  path: string,
  params: SearchParams,
  parseQuery: (params: SearchParams) => Query,
) {
  const query = parseQuery(params)
  const parameters = toListParameters(query)
  const after = typeof params.after === 'string' && params.after !== '' ? params.after : undefined
  return {
    path,
    query,
    parameters,
    isFiltered: Object.keys(parameters).length > 0,
    after,
    address: toPath(path, { ...parameters, ...(after && { after }) }),
    /** What the database query needs. */
    filter: { ...query, ...toTimeRange(query), after },
  } satisfies ListPage<Query> & { filter: object }
}

export const toListParameters = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )
