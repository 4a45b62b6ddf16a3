// The contract's names in plain words. The portal shows the names themselves only where an engineer compares them.
import type { ApiFaultKind, WebhookFaultKind } from '../scenario/faults.ts'
import { formatDay } from './instants.ts'

const STATUSES = new Map([
  ['PENDING', 'Pending'],
  ['COMPLETED', 'Completed'],
  ['NEEDS_REVIEW', 'Needs review'],
  ['APPROVED', 'Approved'],
  ['DECLINED', 'Declined'],
  ['FAILED', 'Failed'],
])

/** An inquiry's status. One that the contract doesn't name (S6) is split into words. */
export function statusInWords(status: string): string {
  return STATUSES.get(status) ?? inWords(status)
}

const CAPABILITIES = new Map([
  ['PERSONAL_INFO', 'Personal information'],
  ['PASSPORT_SCAN', 'Identity document'],
  ['FACE_MATCH', 'Face match'],
  ['SIGNATURE', 'Signature'],
])

export function capabilityInWords(capability: string): string {
  return CAPABILITIES.get(capability) ?? inWords(capability)
}

/** `inquiry.approved` as "Approved". The event of a review has the words of its status. */
export const eventInWords = (kind: string): string =>
  kind === 'inquiry.review_in_progress'
    ? statusInWords('NEEDS_REVIEW')
    : inWords(kind.replace(/^inquiry\./, ''))

const PAPERS = new Map([
  ['passport', 'Passport'],
  ['national_id', 'Identity card'],
  ['driving_license', 'Driving licence'],
])

/** A document or picture, from its name in upper or lower case. */
export function paperInWords(type: string): string {
  return PAPERS.get(type.toLowerCase()) ?? inWords(type)
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function countryInWords(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code
}

/** @param date in the form of S5, `17-04-1988`; anything else is returned unchanged. */
export function dayInWords(date: string): string {
  const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(date) ?? []
  const at = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(at) ? date : formatDay(at)
}

/** The type makes a fault without a text a compile error. */
const FAULTS: Record<WebhookFaultKind | ApiFaultKind, string> = {
  duplicate: 'Arrives twice',
  drop: 'Never arrives',
  delay: 'Arrives late',
  reorder: 'Arrives out of order',
  'flip-byte': 'One byte changed',
  'wrong-secret': 'Wrong secret',
  'bare-digest': 'Signature without its prefix',
  'missing-signature': 'No signature',
  'reserialised-after-signing': 'Keys reordered after signing',
  reserialised: 'Keys reordered, signed as sent',
  'pretty-printed': 'Indented JSON',
  'non-ascii': 'Characters beyond ASCII',
  'byte-order-mark': 'Begins with a byte order mark',
  'invalid-utf8': 'Not valid UTF-8',
  'not-json': 'Not JSON',
  oversize: 'Padded to 2 MiB',
  slow: 'Slow',
  reset: 'Connection reset',
  'rate-limited': 'Rate limited',
  'server-error': 'Service down',
  'reset-after-commit': 'Reply lost',
  'timeout-after-commit': 'No reply',
  malformed: 'Reply cut in half',
}

export function faultInWords(kind: string): string {
  const words: Readonly<Record<string, string>> = FAULTS
  return words[kind] ?? inWords(kind)
}

/** `ON_HOLD` and `on-hold` as "On hold". */
export function inWords(name: string): string {
  const words = name.toLowerCase().replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
