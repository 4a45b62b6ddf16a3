import type { Messages } from 'next-intl'

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** What `useTranslations('Duration')` returns, or something simpler where those messages aren't loaded. */
export type Translate = (unit: keyof Messages['Duration'], values: { count: number }) => string

/** At most two units, and seconds only below a minute: `under 1 s`, `48 s`, `2 min`, `3 h 10 min`, `2 d 4 h`. */
export function formatDuration(seconds: number, t: Translate): string {
  if (seconds < 1) return t('instant', { count: 0 })
  let left = Math.round(seconds)
  if (left < 60) return t('second', { count: left })
  const parts: string[] = []
  for (const { unit, seconds } of UNITS) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0) parts.push(t(unit, { count }))
    // Units must be adjacent: "2 d 5 min" would be falsely precise.
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

/** We tell customers that a review takes up to one working day. */
const OVERDUE_AFTER_SECONDS = 86_400

/** How long someone has waited, without seconds. @param since ISO 8601 */
export function waited(
  since: string,
  now: Date,
  t: Translate,
): { text: string; isOverdue: boolean } {
  const seconds = (now.getTime() - Date.parse(since)) / 1_000
  const text =
    seconds < 60 ? t('underMinute', { count: 0 }) : formatDuration(Math.floor(seconds), t)
  return { text, isOverdue: seconds >= OVERDUE_AFTER_SECONDS }
}
