/** Turns codes, durations and failures into words for staff. */

import { OVERDUE_MS } from '@/lib/inquiries/status'

/** Looks up a code from outside, which may be any word, even `toString`. */
export const entryFor = <Entry>(
  table: Readonly<Record<string, Entry>>,
  code: string,
): Entry | undefined => (Object.hasOwn(table, code) ? table[code] : undefined)

/**
 * Turns a code without a text into words: `LIVENESS_CHECK` and `livenessCheck` become `Liveness check`. Show the exact code in a
 * tooltip, for integrators.
 */
export function inWords(code: string): string {
  const words = code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const UNITS = [
  { unit: 'd', seconds: 86_400 },
  { unit: 'h', seconds: 3_600 },
  { unit: 'min', seconds: 60 },
] as const

/** At most two units, and seconds only below a minute: `under 1 s`, `48 s`, `2 min`, `3 h 10 min`, `2 d 4 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'under 1 s'
  let left = Math.round(seconds)
  if (left < 60) return `${left} s`
  const parts: string[] = []
  for (const { unit, seconds } of UNITS) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0) parts.push(`${count} ${unit}`)
    // Units must be adjacent: "2 d 5 min" would be falsely precise.
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

/** The text for a waiting time, without seconds. */
export function waited(since: Date, now: Date): { text: string; isOverdue: boolean } {
  const ms = now.getTime() - since.getTime()
  const text = ms < 60_000 ? 'under 1 min' : formatDuration(Math.floor(ms / 1_000))
  return { text, isOverdue: ms >= OVERDUE_MS }
}

/** Texts for a stored `lastError`: the class of our client's error, or the service's code (N3, N4). */
const CAUSES: Readonly<Record<string, string>> = {
  UnavailableError: 'The service didn’t respond',
  RateLimitedError: 'The service is limiting our calls',
  UnauthorisedError: 'The service refused our API key',
  NotFoundError: 'The service can’t find it',
  ConflictError: 'The service reported a conflict',
  RejectedError: 'The service refused the request',
  UnreadableError: 'We couldn’t read the service’s response',
  TEMPLATE_NOT_FOUND: 'The service doesn’t know the template',
  TEMPLATE_NOT_PUBLISHED: 'The template isn’t published',
  TEMPLATE_REVISION_NOT_PUBLISHED: 'The template’s revision isn’t published',
  IDEMPOTENCY_KEY_EXPIRED: 'It’s too late to repeat the request safely',
  INQUIRY_TAKEN: 'Another application here already has this inquiry',
  REFERENCE_MISMATCH: 'The service answered about another inquiry',
}

export function causeText(error: string): string {
  const [, status] = /^HTTP_(\d{3})$/.exec(error) ?? []
  if (status) return `The service answered with an error (HTTP ${status})`
  return entryFor(CAUSES, error) ?? inWords(error)
}

/** The document types that D8 names. Others may appear. */
const TYPES: Readonly<Record<string, string>> = {
  passport: 'Passport',
  national_id: 'National identity card',
  driving_license: 'Driving licence',
  selfie: 'Selfie',
  signature: 'Signature',
}
export const documentTypeName = (type: string): string => entryFor(TYPES, type) ?? inWords(type)
