/**
 * The days of `ReceivedEvent`. Each is a partition, created ahead of time (`prepare-event-days.ts`), so retention drops a day
 * in milliseconds and leaves no dead rows behind. An event of a day without a partition goes into `ReceivedEvent_other`.
 */
import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'
import { db } from './db'
import { errorName, log } from './log'
import { Prisma } from './prisma-client/client'

const DAY_MS = 24 * 3_600_000

/**
 * Deliveries queue behind a statement that waits to lock the whole table, so it gives up long before they do. If something
 * reads the table for longer, such as a backup, the next run tries again.
 */
export const LOCK_TIMEOUT = 'SET LOCAL lock_timeout = 200'
const LOCK_ATTEMPTS = 3
const LOCK_PAUSE_MS = 500

/** Partitions for events without a day's partition: those of any other day, and those that the previous build stored. */
export const WITHOUT_DAY = ['ReceivedEvent_other', 'WebhookEvent'] as const

/**
 * A condition for events received since `time`. It lets PostgreSQL skip all earlier days, which saves about ninety look-ups.
 * It allows a day's margin, because the clocks of instances and database differ.
 */
export const receivedSince = (time: Date): Prisma.Sql =>
  Prisma.sql`("day" >= ${dayOf(new Date(Math.max(0, time.getTime() - DAY_MS)))}::date OR "day" = '1970-01-01')`

interface EventDay {
  /** Such as `2026-11-22`. */
  day: string
  partition: string
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
export const partitionOf = (day: string): string => `ReceivedEvent_${day.replaceAll('-', '')}`
export const quote = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`)

/** The days that are entirely before `before`, oldest first. */
export async function eventDaysBefore(before: Date): Promise<EventDay[]> {
  const days = await listDays()
  return days.filter(({ day }) => day < dayOf(before))
}

export async function listDays(): Promise<EventDay[]> {
  const partitions = await db().$queryRaw<{ name: string }[]>`
    SELECT relname AS "name" FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = '"ReceivedEvent"'::regclass ORDER BY relname`
  return partitions.flatMap(({ name: partition }) => {
    const [, year, month, day] = /^ReceivedEvent_(\d{4})(\d\d)(\d\d)$/.exec(partition) ?? []
    return year ? [{ day: `${year}-${month}-${day}`, partition }] : []
  })
}

/** @returns how many events it held; 0 if it was in use for longer than deliveries can wait, so the next run drops it */
export async function dropEventDay(eventDay: EventDay): Promise<number> {
  const events = await countEvents(eventDay)
  for (let attempt = 1; attempt <= LOCK_ATTEMPTS; attempt++) {
    try {
      await db().$transaction([
        db().$executeRawUnsafe(LOCK_TIMEOUT),
        db().$executeRaw`DROP TABLE IF EXISTS ${quote(eventDay.partition)}`,
      ])
      return events
    } catch (error) {
      log.warn('event_day_in_use', { day: eventDay.day, error: errorName(error) })
      if (attempt < LOCK_ATTEMPTS) await delay(LOCK_PAUSE_MS)
    }
  }
  return 0
}

export async function countEvents({ partition }: EventDay): Promise<number> {
  const [row] = await db().$queryRaw<{ events: number }[]>`
    SELECT count(*)::int AS "events" FROM ${quote(partition)}`
  return row?.events ?? 0
}
