/** The service announces the end of this API version with two headers on its answers (N35). */
import { parseHttpDate } from './errors'

/** An answer's announcement. A date is null if its header is missing or malformed. */
export interface Deprecation {
  /** Since when the version is deprecated (RFC 9745). */
  since: Date | null
  /** When it stops working (RFC 8594). */
  endsAt: Date | null
}

/** @returns null if the answer announces nothing */
export function readDeprecation(headers: Headers): Deprecation | null {
  const deprecation = headers.get('deprecation')
  const sunset = headers.get('sunset')
  if (deprecation === null && sunset === null) return null
  return { since: parseDate(deprecation ?? ''), endsAt: parseDate(sunset ?? '') }
}

/** `@1767225600`, seconds since 1970, or an HTTP date. */
function parseDate(header: string): Date | null {
  const [, seconds] = /^@(\d{1,11})$/.exec(header) ?? []
  const ms = seconds === undefined ? parseHttpDate(header) : Number(seconds) * 1000
  return Number.isNaN(ms) ? null : new Date(ms)
}
