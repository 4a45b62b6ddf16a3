// The contract's names in plain words. The portal shows the names themselves only where an engineer compares them.
import { formatDay } from './instants.ts'

/** Where a name isn't already its words. */
const WORDS = new Map([
  ['inquiry.review_in_progress', 'Needs review'],
  ['personal_info', 'Personal information'],
  ['passport_scan', 'Identity document'],
  ['national_id', 'Identity card'],
  ['driving_license', 'Driving licence'],
  ['duplicate', 'Arrives twice'],
  ['drop', 'Never arrives'],
  ['delay', 'Arrives late'],
  ['reorder', 'Arrives out of order'],
  ['flip-byte', 'One byte changed'],
  ['server-error', 'Service down'],
  ['reset-after-commit', 'Reply lost'],
  ['timeout-after-commit', 'No reply'],
  ['malformed', 'Reply cut in half'],
])

/** `ON_HOLD`, `on-hold` and `inquiry.on_hold` as "On hold". */
export function inWords(name: string): string {
  const lower = name.toLowerCase()
  const words = lower.replace(/^inquiry\./, '').replaceAll(/[_-]+/g, ' ')
  return WORDS.get(lower) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function countryInWords(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code
}

/** @param date in the form of S5, `17-04-1988`; anything else is returned unchanged. */
export function dayInWords(date: string): string {
  const at = Date.parse(date.split('-').toReversed().join('-'))
  return Number.isNaN(at) ? date : formatDay(at)
}
