import { useLocale } from 'next-intl'

/** English as it is written outside the United States: day before month, and 24 hours. */
const TAGS: Readonly<Record<string, string>> = { en: 'en-GB' }

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

const formatIn = (locale: string, look: Intl.DateTimeFormatOptions, iso: string) =>
  new Intl.DateTimeFormat(TAGS[locale] ?? locale, look).format(new Date(iso))

/** `22 Nov 2026, 06:48:44 UTC`: the one format of times for staff, who compare them with logs. */
export const utcText = (iso: string, locale: string): string => formatIn(locale, TIME, iso)

/** `22 Nov 2026`, in the same format as a time. */
export const dateText = (date: Date, locale: string): string =>
  formatIn(
    locale,
    { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' },
    date.toISOString(),
  )

/** `22 Nov`. @param day `2026-11-22` */
export const dayText = (day: string, locale: string): string => formatIn(locale, DAY, day)

/** The tooltip has the milliseconds. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {utcText(iso, useLocale())}
    </time>
  )
}
