// Human-readable times. The portal's pages and its script share them, so the ticking clock keeps its format.
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `22 Nov 2026` */
export function formatDay(at: number | string): string {
  // Node and browsers abbreviate September differently.
  return DAY.format(new Date(at)).replace('Sept', 'Sep')
}

/** `22 Nov 2026, 12:04:09 UTC` */
export function formatInstant(at: string): string {
  return `${formatDay(at)}, ${at.slice(11, 19)} UTC`
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** `under 1 s`, `4 s`, `12 min`, `3 h` or `7 days`, ignoring the sign. */
export function formatSpan(ms: number): string {
  if (Math.abs(ms) < 1000) return 'under 1 s'
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`
  if (seconds < 2 * DAY_S) return `${Math.round(seconds / HOUR_S)} h`
  return `${Math.round(seconds / DAY_S)} days`
}

/** `just now`, `4 s ago` or `in 7 days` */
export function formatRelative(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs
  if (Math.abs(ms) < 1000) return 'just now'
  return ms > 0 ? `in ${formatSpan(ms)}` : `${formatSpan(ms)} ago`
}
