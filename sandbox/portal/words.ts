// Names and times in plain words. The portal shows the contract's own names only where an engineer needs to compare them.

/** Names whose plain words can't be derived. */
const WORDS = new Map([
  ['inquiry.review_in_progress', 'Needs review'],
  ['personal_info', 'Personal information'],
  ['passport_scan', 'Identity document'],
  ['national_id', 'Identity card'],
  ['driving_license', 'Driving licence'],
])

/** `ON_HOLD` and `inquiry.on_hold` as "On hold". */
export function inWords(name: string): string {
  const lower = name.toLowerCase()
  const words = lower.replace(/^inquiry\./, '').replaceAll('_', ' ')
  return WORDS.get(lower) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function countryInWords(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code
}

/** @param date in the form of S5, `17-04-1988`; other texts are returned unchanged */
export function dayInWords(date: string): string {
  const at = Date.parse(date.split('-').toReversed().join('-'))
  return Number.isNaN(at) ? date : formatDay(at)
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `22 Nov 2026` */
export const formatDay = (at: number | string): string => DAY.format(new Date(at))

/** `22 Nov 2026, 12:04:09`, in UTC. */
export function formatInstant(at: string): string {
  return `${formatDay(at)}, ${at.slice(11, 19)}`
}
