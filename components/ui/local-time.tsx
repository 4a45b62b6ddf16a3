'use client'
import { useSyncExternalStore } from 'react'

const LOOK = { dateStyle: 'medium', timeStyle: 'short' } as const

const nothingToWatch = () => () => {}

/** A time in the reader's own zone; in UTC, and saying so, until the browser has taken over. */
export function LocalTime({ iso }: { iso: string }) {
  const text = useSyncExternalStore(
    nothingToWatch,
    () => new Intl.DateTimeFormat('en-GB', LOOK).format(new Date(iso)),
    () =>
      `${new Intl.DateTimeFormat('en-GB', { ...LOOK, timeZone: 'UTC' }).format(new Date(iso))} UTC`,
  )
  return <time dateTime={iso}>{text}</time>
}
