// What checks look at, how they fail, and expectations that they share. A failure quotes the route, the status and field
// names, but never a person's data.
import { z } from 'zod'

export interface Answer {
  /** Method and route without ids, which a report may quote. */
  request: string
  status: number
  /** Keyed by lower-case name. */
  headers: ReadonlyMap<string, string>
  /** Without parameters, in lower case; empty if there is none. */
  mediaType: string
  bytes: Uint8Array
  text: string
  /** The parsed body; undefined if it isn't JSON. */
  json: unknown
}

/** The service breaks the clause. The message says what was expected and seen, and never quotes a person's data. */
export class Violation extends Error {
  override name = 'Violation'
}

/** This run can't see whether the clause holds. The message says what would make it visible. */
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
/** ISO-8601 UTC with milliseconds (S2). */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

export const uuidSchema = z.string().regex(UUID, 'is not a canonical UUID')
export const dateTimeSchema = z
  .string()
  .regex(DATE_TIME, 'is not ISO-8601 UTC with milliseconds')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')

/** By the service's clock, if it shows one. */
export function answeredAtMs({ headers }: Answer): number {
  return Date.parse(headers.get('date') ?? '') || Date.now()
}

/** Any 2xx; the contract leaves the exact code open (N1). */
export function expectSuccess({ status, request }: Answer, when = ''): void {
  const isSuccess = status >= 200 && status < 300
  demand(isSuccess, `${request}${when && ` ${when}`}: expected a success, got ${status}`)
}

export function expectStatus(answer: Answer, status: number, when = ''): void {
  const isExpected = answer.status === status
  const what = `${answer.request}${when && ` ${when}`}`
  demand(isExpected, `${what}: expected ${status}, got ${answer.status}`)
}

/** Any 4xx about the request itself, rather than the key or the rate limit. */
export function expectRefused({ status, request }: Answer, when: string): void {
  const isRefused = status >= 400 && status < 500 && status !== 401 && status !== 429
  demand(isRefused, `${request} with ${when}: expected to be refused, got ${status}`)
}

/** Parses a value by the shape that a clause requires. Messages name fields and rules, never values. */
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

/** A field of a value that may not have it. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

export function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join('\n') === other.toSorted().join('\n')
}

/** In any order. */
export function expectMembers(
  what: string,
  seen: readonly string[],
  expected: readonly string[],
): void {
  const list = (each: readonly string[]) => each.join(', ') || 'none'
  const isRight = sameMembers(seen, expected)
  demand(isRight, `${what}: expected ${list(expected)}, got ${list(seen)}`)
}

/** The shape of an error body (N3), without its values. */
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
