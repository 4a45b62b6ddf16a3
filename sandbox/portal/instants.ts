// Human-readable times.
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `22 Nov 2026` */
export const formatDay = (at: number | string): string => DAY.format(new Date(at))

/** `22 Nov 2026, 12:04:09 UTC` */
export function formatInstant(at: string): string {
  return `${formatDay(at)}, ${at.slice(11, 19)} UTC`
}

const UNITS_S = [
  [24 * 60 * 60, 'days'],
  [60 * 60, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** `under 1 s`, `4 s`, `12 min`, `30 h` or `7 days`, ignoring the sign. */
export function formatSpan(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  // A day and a half is 36 h.
  const [unitS, name] =
    UNITS_S.find(([each, unit]) => seconds >= (unit === 'days' ? 2 : 1) * each) ?? []
  return unitS === undefined ? 'under 1 s' : `${Math.round(seconds / unitS)} ${name}`
}

/** `just now`, `4 s ago` or `in 7 days` */
export function formatRelative(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs
  if (Math.abs(ms) < 1000) return 'just now'
  return ms > 0 ? `in ${formatSpan(ms)}` : `${formatSpan(ms)} ago`
}
