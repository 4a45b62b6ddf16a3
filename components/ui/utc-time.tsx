import type { Locale } from '@/site'

/** The language tags for formatting dates, numbers and durations. English follows British conventions. */
const TAGS: Readonly<Partial<Record<Locale, string>>> = { en: 'en-GB' }

export const languageTag = (locale: Locale): string => TAGS[locale] ?? locale

const TIME = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
  timeZone: 'UTC',
} as const satisfies Intl.DateTimeFormatOptions

const MINUTE = { ...TIME, second: undefined, timeZoneName: undefined } as const

const CLOCK = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
} as const satisfies Intl.DateTimeFormatOptions

const TIME_LOOK = 'whitespace-nowrap tabular-nums'

const DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const format = (look: Intl.DateTimeFormatOptions, iso: string, locale: Locale = 'en') =>
  new Intl.DateTimeFormat(languageTag(locale), look).format(new Date(iso))

/** `22 Nov 2026, 06:48:44 UTC`: a moment for staff, who compare it with logs. */
export const utcText = (iso: string): string => format(TIME, iso)

/** `22 Nov 2026`, in the same format as a time. @param locale a customer's; staff pages are in English */
export const dateText = (date: Date, locale: Locale = 'en'): string =>
  format(
    { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
    date.toISOString(),
    locale,
  )

/** `22 Nov 2026 · UTC`: the heading above times of one day. */
export const utcDayText = (iso: string): string => `${dateText(new Date(iso))} · ${TIME.timeZone}`

/** `22 Nov`. @param day `2026-11-22` */
export const dayText = (day: string): string => format(DAY, day)

/** `22 Nov 2026, 06:48`, for a column whose header says UTC. A phone hides the header, so the time itself says UTC. */
export function ColumnTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className={TIME_LOOK}>
      {format(MINUTE, iso)}
      <span className="md:sr-only"> {TIME.timeZone}</span>
    </time>
  )
}

/** The tooltip has the milliseconds. */
export function UtcTime({ iso, toMinute = false }: { iso: string; toMinute?: boolean }) {
  return (
    <time dateTime={iso} title={iso} className={TIME_LOOK}>
      {toMinute ? `${format(MINUTE, iso)} ${TIME.timeZone}` : utcText(iso)}
    </time>
  )
}

/** `06:48:44`, under a heading that has the day and says UTC. Screen readers get the full time. */
export function ClockTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className={TIME_LOOK}>
      <span aria-hidden="true">{format(CLOCK, iso)}</span>
      <span className="sr-only">{utcText(iso)}</span>
    </time>
  )
}
