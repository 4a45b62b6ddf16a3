'use client'
import { type Locale, useLocale } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { languageTag } from './language-tag'

const LOOK = { dateStyle: 'medium', timeStyle: 'short' } as const

const noSubscription = () => () => {}

const format = (locale: Locale, iso: string, timeZone?: 'UTC') =>
  new Intl.DateTimeFormat(languageTag(locale), { ...LOOK, timeZone }).format(new Date(iso))

/** A time in the reader's time zone. The server renders it in UTC and labels it so. */
export function LocalTime({ iso }: { iso: string }) {
  const locale = useLocale()
  const text = useSyncExternalStore(
    noSubscription,
    () => format(locale, iso),
    () => `${format(locale, iso, 'UTC')} UTC`,
  )
  return <time dateTime={iso}>{text}</time>
}
