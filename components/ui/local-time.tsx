'use client'
import { type Locale, useLocale } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { languageTag } from './language-tag'

const DAY = { day: 'numeric', month: 'long' } as const
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const DAY_MS = 86_400_000

const noSubscription = () => () => {}

const format = (locale: Locale, iso: string, timeZone?: 'UTC') =>
  new Intl.DateTimeFormat(languageTag(locale), {
    ...(Date.parse(iso) - Date.now() < DAY_MS ? MINUTE : DAY),
    timeZone,
  }).format(new Date(iso))

/** A day in the reader's time zone, or in its last 24 hours the minute. The server only knows UTC. */
export function LocalDeadline({ iso }: { iso: string }) {
  const locale = useLocale()
  const text = useSyncExternalStore(
    noSubscription,
    () => format(locale, iso),
    () => format(locale, iso, 'UTC'),
  )
  return <time dateTime={iso}>{text}</time>
}
