'use client'
import { useSyncExternalStore } from 'react'

const LOOK = { dateStyle: 'medium', timeStyle: 'short' } as const

const noSubscription = () => () => {}

/** A time in the reader's time zone. The server renders it in UTC, and says so. */
export function LocalTime({ iso }: { iso: string }) {
  const text = useSyncExternalStore(
    noSubscription,
    () => new Intl.DateTimeFormat('en-GB', LOOK).format(new Date(iso)),
    () =>
      `${new Intl.DateTimeFormat('en-GB', { ...LOOK, timeZone: 'UTC' }).format(new Date(iso))} UTC`,
  )
  return <time dateTime={iso}>{text}</time>
}
