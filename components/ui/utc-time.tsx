import type { Locale } from '@/site'

/** The language tags for formatting dates, numbers and durations. English follows British conventions. */
const TAGS: Readonly<Partial<Record<Locale, string>>> = { en: 'en-GB' }

export const languageTag = (locale: Locale): string => TAGS[locale] ?? locale

const DATE = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const TIME = {
  ...DATE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const

const format = (look: Intl.DateTimeFormatOptions, date: Date, locale: Locale = 'en') =>
  new Intl.DateTimeFormat(languageTag(locale), look).format(date)

/** `22 Nov 2026, 06:48:44 UTC`. Staff compare it with logs. */
const utcText = (at: Date): string => format(TIME, at)

/** `22 Nov 2026`. @param locale the customer's; staff pages are in English */
export const dateText = (date: Date, locale: Locale = 'en'): string => format(DATE, date, locale)

/** `22 Nov`. @param day `2026-11-22` */
export const dayText = (day: string): string => format({ ...DATE, year: undefined }, new Date(day))

/** The tooltip shows milliseconds. */
export const UtcTime = ({ at }: { at: Date }) => (
  <time
    dateTime={at.toISOString()}
    title={at.toISOString()}
    className="whitespace-nowrap tabular-nums"
  >
    {utcText(at)}
  </time>
)
