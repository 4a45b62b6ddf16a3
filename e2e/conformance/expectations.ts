// Expectations that the checks share. A failure quotes the route, the status and field names, but no values.
import { z } from 'zod'
import { type Answer, retryAfterMs } from './polite-http.ts'
import { demand, Violation } from './verdict.ts'

/** Canonical and hyphenated, of any version (D1). */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** ISO-8601 UTC with milliseconds (S2). */
export const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

export const uuidSchema = z.string().regex(UUID, 'is not a canonical UUID')
export const dateTimeSchema = z
  .string()
  .regex(DATE_TIME, 'is not ISO-8601 UTC with milliseconds')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')

/** Any 2xx with a JSON body; the contract leaves the exact code open (N1). */
export function expectSuccess(answer: Answer): void {
  demand(
    answer.status >= 200 && answer.status < 300,
    `${answer.request}: expected a success, got ${answer.status}`,
  )
  demand(answer.json !== undefined, `${answer.request}: the body is not JSON`)
}

export function expectStatus(answer: Answer, status: number, when = ''): void {
  demand(
    answer.status === status,
    `${answer.request}${when && ` ${when}`}: expected ${status}, got ${answer.status}`,
  )
}

/** Any 4xx about the request itself, rather than the key or the rate limit. */
export function expectRefused(answer: Answer, when: string): void {
  const refused = answer.status >= 400 && answer.status < 500
  demand(
    refused && answer.status !== 401 && answer.status !== 429,
    `${answer.request} with ${when}: expected to be refused, got ${answer.status}`,
  )
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

/** Every `code` in an error body, at any depth; the contract leaves its place open (N3). */
export function errorCodes(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(errorCodes)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'code' && typeof inner === 'string' ? [inner] : errorCodes(inner),
  )
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the error contains this code, anywhere in its body (N3). */
export function carriesCode({ text }: Answer, code: string): boolean {
  return new RegExp(`\\b${code}\\b`).test(text)
}

/** A 429 whose Retry-After, if there is one (N17), has one of HTTP's two forms. */
export function expectLimit(answer: Answer): void {
  expectStatus(answer, 429, 'beyond the rate limit')
  const retryAfter = answer.headers.get('retry-after')
  const isReadable = retryAfter === undefined || retryAfterMs(retryAfter) !== null
  demand(isReadable, `${answer.request}: Retry-After is neither seconds nor a date`)
}
