import { type Locale, useLocale } from 'next-intl'
import { languageTag } from './language-tag'

const TIME = {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
  timeZone: 'UTC',
} as const satisfies Intl.DateTimeFormatOptions

const DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const formatIn = (locale: Locale, look: Intl.DateTimeFormatOptions, iso: string) =>
  new Intl.DateTimeFormat(languageTag(locale), look).format(new Date(iso))

/** `22 Nov 2026, 06:48:44 UTC`: the one format of times for staff, who compare them with logs. */
export const utcText = (iso: string, locale: Locale): string => formatIn(locale, TIME, iso)

/** `22 Nov 2026`, in the same format as a time. */
export const dateText = (date: Date, locale: Locale): string =>
  formatIn(
    locale,
    { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' },
    date.toISOString(),
  )

/** `22 Nov`. @param day `2026-11-22` */
export const dayText = (day: string, locale: Locale): string => formatIn(locale, DAY, day)

/** The tooltip has the milliseconds. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {utcText(iso, useLocale())}
    </time>
  )
}
