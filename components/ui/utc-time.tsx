import { type Locale, useLocale } from 'next-intl'
import { languageTag } from './language-tag'

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

const SECOND = { ...TIME, timeZoneName: undefined } as const
const MINUTE = { ...SECOND, second: undefined } as const

const DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const formatIn = (locale: Locale, look: Intl.DateTimeFormatOptions, iso: string) =>
  new Intl.DateTimeFormat(languageTag(locale), look).format(new Date(iso))

/** `22 Nov 2026, 06:48:44 UTC`: a moment for staff, who compare it with logs. */
export const utcText = (iso: string, locale: Locale): string => formatIn(locale, TIME, iso)

/** `22 Nov 2026`, in the same format as a time. */
export const dateText = (date: Date, locale: Locale): string =>
  formatIn(
    locale,
    { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
    date.toISOString(),
  )

/** `22 Nov`. @param day `2026-11-22` */
export const dayText = (day: string, locale: Locale): string => formatIn(locale, DAY, day)

interface ColumnTimeProps {
  iso: string
  /** For a log, where several rows share a minute. */
  toSecond?: boolean
}

/** `22 Nov 2026, 06:48`, for a column whose header says UTC. A phone shows no headers, so there the time itself says UTC. */
export function ColumnTime({ iso, toSecond = false }: ColumnTimeProps) {
  const locale = useLocale()
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {formatIn(locale, toSecond ? SECOND : MINUTE, iso)}
      <span className="md:sr-only"> {TIME.timeZone}</span>
    </time>
  )
}

/** The tooltip has the milliseconds. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {utcText(iso, useLocale())}
    </time>
  )
}
