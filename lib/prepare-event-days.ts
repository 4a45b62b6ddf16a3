/**
 * Creates the partitions of `ReceivedEvent` ahead of time: when the app starts, every hour, and with each run of retention.
 * Nothing depends on it, since an event of a missing day goes into the default partition.
 *
 * Before PostgreSQL attaches a day, it scans the whole default partition for rows of that day, and locks everyone else out
 * until it's done. So a day is attached only when that takes no time: while the default partition is small, or when a constraint,
 * validated beforehand, proves that it has no such rows.
 */
import 'server-only'
import { db } from './db'
import { dayOf, LOCK_TIMEOUT, listDays, partitionOf, quote } from './event-days'
import { errorName, log } from './log'
import { Prisma } from './prisma-client/client'

const DAY_MS = 24 * 3_600_000
/** How many days the runs may fail before a day has no partition. */
const DAYS_AHEAD = 14

/** After this time, a run leaves the remaining days to the next one. */
const MAKING_MS = 5_000

/** Up to this size, the default partition is scanned in about a tenth of a second. */
const SMALL_BYTES = 64_000_000
/** Gives up on the day before waiting deliveries time out. */
const ATTACH_TIMEOUT = 'SET LOCAL statement_timeout = 1000'

const GUARD = 'ReceivedEvent_other_guard'
/**
 * The guard refuses events of the days that are about to be attached. They are far enough ahead that if the process dies in
 * between, another run has a week to remove the guard.
 */
const GUARDED_FROM = 7

interface MissingDay {
  ahead: number
  from: string
  to: string
}

/** Creates the missing days from today on, as far as possible now. */
export async function prepareEventDays(now: Date): Promise<void> {
  const dayAfter = (days: number) => dayOf(new Date(now.getTime() + days * DAY_MS))
  const made = new Set((await listDays()).map(({ day }) => day))
  const missing = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => ({
    ahead,
    from: dayAfter(ahead),
    to: dayAfter(ahead + 1),
  })).filter(({ from }) => !made.has(from))
  const { bytes, isGuarded } = await describeDefault()
  if (isGuarded) await dropGuard()
  if (bytes <= SMALL_BYTES) await makeDays(missing)
  else await makeGuarded(missing.filter(({ ahead }) => ahead >= GUARDED_FROM))
}

async function describeDefault(): Promise<{ bytes: number; isGuarded: boolean }> {
  const [found] = await db().$queryRaw<{ bytes: bigint; isGuarded: boolean }[]>`
    SELECT pg_relation_size('"ReceivedEvent_other"') AS "bytes",
      EXISTS (SELECT FROM pg_constraint WHERE conname = ${GUARD}) AS "isGuarded"`
  return { bytes: Number(found?.bytes ?? 0), isGuarded: found?.isGuarded ?? false }
}

async function makeGuarded(days: MissingDay[]): Promise<void> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return
  try {
    await db().$transaction([
      db().$executeRawUnsafe(LOCK_TIMEOUT),
      db().$executeRaw`
        ALTER TABLE "ReceivedEvent_other" ADD CONSTRAINT ${quote(GUARD)}
        CHECK ("day" < ${date(first.from)} OR "day" >= ${date(last.to)}) NOT VALID`,
    ])
    // Scans the whole partition, while others can read and write it.
    await db().$executeRaw`
      ALTER TABLE "ReceivedEvent_other" VALIDATE CONSTRAINT ${quote(GUARD)}`
    await makeDays(days)
  } catch (error) {
    log.warn('event_day_not_made', { day: first.from, error: errorName(error) })
  } finally {
    await dropGuard()
  }
}

/** If another run is validating the guard, that run drops it. */
async function dropGuard(): Promise<void> {
  try {
    await db().$transaction([
      db().$executeRawUnsafe(LOCK_TIMEOUT),
      db().$executeRaw`
        ALTER TABLE "ReceivedEvent_other" DROP CONSTRAINT IF EXISTS ${quote(GUARD)}`,
    ])
  } catch (error) {
    log.warn('event_guard_not_dropped', { error: errorName(error) })
  }
}

async function makeDays(days: MissingDay[]): Promise<void> {
  const endsAt = Date.now() + MAKING_MS
  for (const { from, to } of days) {
    if (Date.now() >= endsAt) return
    try {
      await makeDay(from, to)
    } catch (error) {
      // The day has events already, another run is creating it, or the role doesn't own the table.
      log.warn('event_day_not_made', { day: from, error: errorName(error) })
    }
  }
}

/** Creates, then attaches, because CREATE TABLE … PARTITION OF would wait for every reader and writer of the table. */
async function makeDay(from: string, to: string): Promise<void> {
  const partition = quote(partitionOf(from))
  await db().$transaction([
    db().$executeRawUnsafe(LOCK_TIMEOUT),
    db().$executeRawUnsafe(ATTACH_TIMEOUT),
    db().$executeRaw`
      CREATE TABLE ${partition} (LIKE "ReceivedEvent" INCLUDING DEFAULTS INCLUDING INDEXES)`,
    db().$executeRaw`
      ALTER TABLE "ReceivedEvent" ATTACH PARTITION ${partition}
      FOR VALUES FROM (${date(from)}) TO (${date(to)})`,
  ])
}

/** As a literal: these statements take no parameters. */
const date = (day: string): Prisma.Sql => Prisma.raw(`'${day}'`)
