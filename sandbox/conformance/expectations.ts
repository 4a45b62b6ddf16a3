// An answer, the two ways in which a check fails, and shared expectations. A failure quotes the route, the status and field names,
// but never a person's data.
import { z } from 'zod'

export interface Answer {
  /** The method and the route without ids, which a report may quote. */
  request: string
  status: number
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>
  /** In lower case without parameters; empty if missing. */
  mediaType: string
  bytes: Uint8Array
  text: string
  /** The parsed body; undefined if it is no JSON. */
  json: unknown
}

/** The service breaks the clause. The message gives expectation and observation, and never quotes a person's data. */
export class Violation extends Error {
  override name = 'Violation'
}

/** This run can't show whether the clause holds. The message says how to show it. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Violation(otherwise)
}

export const MINUTE_S = 60
export const HOUR_S = 60 * MINUTE_S
export const DAY_S = 24 * HOUR_S

/** Canonical and hyphenated, of any version (D1). */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const UTC_MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i

export const uuidSchema = z.string().regex(UUID, 'is not a canonical UUID')
/** Any ISO-8601 date-time. */
export const dateTimeSchema = z
  .string()
  .regex(DATE_TIME, 'is not a date-time')
  .refine((text) => !Number.isNaN(toMs(text)), 'is not a date')
/** The contract requires this form only for openedAt (S2) and createdAt (W6). */
export const utcMillisecondsSchema = dateTimeSchema.regex(
  UTC_MILLISECONDS,
  'is not ISO-8601 UTC with milliseconds',
)

/** Epoch milliseconds; NaN if the value is no date-time. A missing zone means UTC. */
export function toMs(dateTime: unknown): number {
  const text = String(dateTime).replace(',', '.')
  if (!DATE_TIME.test(text)) return Number.NaN
  return Date.parse(/T.*(Z|[+-]\d{2}(:?\d{2})?)$/i.test(text) ? padZone(text) : `${text}Z`)
}

/** `Date.parse` requires minutes in the zone. */
function padZone(text: string): string {
  return text.replace(/([+-]\d{2})$/, '$1:00')
}

/** UUIDs ignore case. */
export function isSameId(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase()
}

/** The time of the answer by the service's clock if a header shows it, otherwise by ours. */
export function answeredAtMs({ headers }: Answer): number {
  return Date.parse(headers.get('date') ?? '') || Date.now()
}

/** Expects a 2xx. The contract leaves the exact code open (N1). */
export function expectSuccess({ status, request }: Answer, when = ''): void {
  const isSuccess = status >= 200 && status < 300
  demand(isSuccess, `${request}${when && ` ${when}`}: expected a success, got ${status}`)
}

export function expectStatus(answer: Answer, status: number, when = ''): void {
  const isExpected = answer.status === status
  const what = `${answer.request}${when && ` ${when}`}`
  demand(isExpected, `${what}: expected ${status}, got ${answer.status}`)
}

/** Expects an error. The contract doesn't say which one (N4, N22). */
export function expectRefused({ status, request }: Answer, when: string): void {
  demand(status >= 400, `${request} with ${when}: expected to be refused, got ${status}`)
}

/** Whether an error could also mean an outage or an expired key. */
export function isAmbiguous({ status }: Answer): boolean {
  return status === 401 || status >= 500
}

/** Parses a value by the shape that a clause requires. Messages name fields and rules, but no values. */
export function expectShape<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  )
  throw new Violation(`${what}: ${problems.join('; ')}`)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

export function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join('\n') === other.toSorted().join('\n')
}

/** Expects these members in any order. */
export function expectMembers(
  what: string,
  seen: readonly string[],
  expected: readonly string[],
): void {
  const list = (each: readonly string[]) => each.join(', ') || 'none'
  const isRight = sameMembers(seen, expected)
  demand(isRight, `${what}: expected ${list(expected)}, got ${list(seen)}`)
}

/** The shape of an error's body (N3), without values. */
export function errorForm({ mediaType, json, bytes }: Answer): string {
  if (bytes.byteLength === 0) return 'empty'
  if (json === undefined) return mediaType === 'text/html' ? 'HTML' : `not JSON (${mediaType})`
  return `${mediaType} ${formOf(json)}`
}

function formOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? formOf(value[0]) : ''}]`
  if (!isRecord(value)) return typeof value
  const fields = Object.entries(value).map(([name, inner]) =>
    typeof inner === 'object' && inner !== null ? `${name}: ${formOf(inner)}` : name,
  )
  return `{ ${fields.join(', ')} }`
}
