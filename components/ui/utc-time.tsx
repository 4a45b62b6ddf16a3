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

const CLOCK = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
} as const satisfies Intl.DateTimeFormatOptions

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

/** `22 Nov 2026 · UTC`: the heading above times of one day. */
export const utcDayText = (iso: string, locale: Locale): string =>
  `${dateText(new Date(iso), locale)} · ${TIME.timeZone}`

/** `22 Nov`. @param day `2026-11-22` */
export const dayText = (day: string, locale: Locale): string => formatIn(locale, DAY, day)

interface ColumnTimeProps {
  iso: string
  /** For a log, where several rows share a minute. */
  toSecond?: boolean
  /** The day is in a heading above, so here only screen readers get it. */
  isUnderDay?: boolean
}

/** `22 Nov 2026, 06:48`, for a column whose header says UTC. A phone hides the header, so the time itself says UTC. */
export function ColumnTime({ iso, toSecond = false, isUnderDay = false }: ColumnTimeProps) {
  const locale = useLocale()
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {isUnderDay ? (
        <>
          <span className="sr-only">{dateText(new Date(iso), locale)}, </span>
          {formatIn(locale, CLOCK, iso)}
        </>
      ) : (
        formatIn(locale, toSecond ? SECOND : MINUTE, iso)
      )}
      <span className={isUnderDay ? 'sr-only' : 'md:sr-only'}> {TIME.timeZone}</span>
    </time>
  )
}

interface UtcTimeProps {
  iso: string
  toMinute?: boolean
}

/** The tooltip has the milliseconds. */
export function UtcTime({ iso, toMinute = false }: UtcTimeProps) {
  const locale = useLocale()
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {toMinute ? `${formatIn(locale, MINUTE, iso)} ${TIME.timeZone}` : utcText(iso, locale)}
    </time>
  )
}

/** `06:48:44`, under a heading that has the day and says UTC. Screen readers get the full time. */
export function ClockTime({ iso }: { iso: string }) {
  const locale = useLocale()
  const clock = formatIn(locale, CLOCK, iso)
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      <span aria-hidden="true" data-clock="">
        {clock}
      </span>
      <span className="sr-only">{utcText(iso, locale)}</span>
    </time>
  )
}
