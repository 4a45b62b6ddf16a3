/**
 * Retention: removes data that is older than its limit, and creates the partitions for the coming days. It has a dry run and
 * leaves an audit entry. `npm run retention` and `POST /api/cron/retention` start it; runs may overlap.
 */
import 'server-only'
import { personalColumns } from './application-form'
import { audit } from './audit'
import { db } from './db'
import { env } from './env'
import { countEvents, dropEventDay, eventDaysBefore, WITHOUT_DAY } from './event-days'
import { errorName, log } from './log'
import { prepareEventDays } from './prepare-event-days'
import { Prisma } from './prisma-client/client'
import { uuid7At } from './uuid7-time'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Events and rejected deliveries serve to find out what happened, and that is asked within months. */
const EVENT_DAYS = 90
/** Small enough to stay well below the statement timeout and to release locks quickly. */
const BATCH = 1_000

export interface Removed {
  /** Inquiries whose note, review reasons and portal note were emptied. */
  texts: number
  events: number
  rejectedDeliveries: number
  auditEntries: number
}
const KINDS = ['texts', 'events', 'rejectedDeliveries', 'auditEntries'] as const
const AUDIT_WORDS: Record<keyof Removed, string> = {
  texts: 'texts',
  events: 'events',
  rejectedDeliveries: 'rejected_deliveries',
  auditEntries: 'audit_entries',
}

interface RetentionOptions {
  now: Date
  /** Only counts. */
  dryRun: boolean
  /** Starts no new day or batch after this time. Every run takes at least one day, and one batch of each kind. */
  maxMs?: number
}

/**
 * Empties free text older than `RETENTION_TEXT_DAYS`. Removes events (a day at a time) and rejected deliveries older than
 * `EVENT_DAYS`, and audit entries older than `RETENTION_AUDIT_DAYS`. `KnownEvent` keeps the ids
 * of removed events, so a replay is still a duplicate.
 * @returns how many were removed, or would be with `dryRun`, and whether more is left
 * @throws the first failure, once everything else is removed and audited
 */
export async function removeExpired({ now, dryRun, maxMs = Infinity }: RetentionOptions) {
  const expired = findExpired(now)
  const days = await eventDaysBefore(expired.eventsBefore)
  const removed: Removed = {
    texts: 0,
    events: 0,
    rejectedDeliveries: 0,
    auditEntries: 0,
  }
  if (dryRun) {
    for (const day of days) removed.events += await countEvents(day)
    for (const kind of KINDS)
      for (const { count } of expired.rows[kind]) removed[kind] += await countRows(count)
    return { removed, more: false }
  }
  const endsAt = Date.now() + maxMs
  const failures: unknown[] = []
  /** One kind that fails must not hold up the others, or the audit entries. @returns null if it failed */
  async function attempt<Result>(
    kind: string,
    work: () => Promise<Result>,
  ): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      log.error('retention_kind_failed', { kind, error: errorName(error) })
      failures.push(error)
      return null
    }
  }
  await attempt('eventDays', () => prepareEventDays(now))
  let daysTried = 0
  do {
    const day = days[daysTried++]
    if (day) removed.events += (await attempt('events', () => dropEventDay(day))) ?? 0
  } while (daysTried < days.length && Date.now() < endsAt)
  const unfinished = new Set<{
    kind: keyof Removed | 'limits'
    removeBatch: Expired['removeBatch']
  }>([
    ...KINDS.flatMap((kind) =>
      expired.rows[kind].map(({ removeBatch }) => ({ kind, removeBatch })),
    ),
    { kind: 'limits', removeBatch: () => removeExpiredLimits(now) },
  ])
  do {
    for (const source of unfinished) {
      const { kind, removeBatch } = source
      const batch = await attempt(kind, removeBatch)
      if (kind !== 'limits') removed[kind] += batch ?? 0
      if (batch !== BATCH) unfinished.delete(source)
    }
  } while (unfinished.size > 0 && Date.now() < endsAt)
  for (const kind of KINDS) {
    if (removed[kind] === 0) continue
    const outcome = `${removed[kind]}_${AUDIT_WORDS[kind]}`
    await audit({ actor: 'system', action: 'retention.applied', outcome })
  }
  if (failures.length > 0) throw failures[0]
  return { removed, more: unfinished.size > 0 || daysTried < days.length }
}

/** Counters that expired over an hour ago. The library removes them on a timer, which doesn't run in a frozen process. */
const removeExpiredLimits = (now: Date) => db().$executeRaw`
  DELETE FROM "RateLimiterFlexible" WHERE "key" IN (
    SELECT "key" FROM "RateLimiterFlexible" WHERE "expire" < ${new Date(now.getTime() - HOUR_MS)}
    LIMIT ${BATCH})`

interface Expired {
  count: Prisma.Sql
  removeBatch: () => Promise<number>
}

function findExpired(now: Date): { eventsBefore: Date; rows: Record<keyof Removed, Expired[]> } {
  const { RETENTION_TEXT_DAYS, RETENTION_AUDIT_DAYS } = env()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const eventsBefore = daysAgo(EVENT_DAYS)
  const auditBefore = daysAgo(RETENTION_AUDIT_DAYS)
  return {
    eventsBefore,
    rows: {
      texts: [textsBefore(daysAgo(RETENTION_TEXT_DAYS))],
      events: WITHOUT_DAY.map((partition) => rows(partition, 'receivedAt', eventsBefore)),
      rejectedDeliveries: [rows('RejectedDelivery', 'id', eventsBefore)],
      auditEntries: [rows('AuditEntry', 'id', auditBefore)],
    },
  }
}

/** @param column that an index starts with, so a batch reads nothing else */
function rows(name: string, column: 'id' | 'receivedAt', before: Date): Expired {
  const table = Prisma.raw(`"${name}"`)
  const age = Prisma.raw(`"${column}"`)
  const limit = column === 'id' ? Prisma.sql`${uuid7At(before)}::uuid` : Prisma.sql`${before}`
  return {
    count: Prisma.sql`SELECT count(*)::int AS "rows" FROM ${table} WHERE ${age} < ${limit}`,
    // By ctid, because no index of the partitions for events starts with an id.
    removeBatch: () => db().$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${age} < ${limit} ORDER BY ${age} LIMIT ${BATCH}
      ))`,
  }
}

/**
 * Free text and personal answers of inquiries that were created and decided before `before`. The request body also contains the note, and is only
 * needed until the inquiry is open. If an inquiry has no text at all, its body has only ids that other columns have too, and
 * stays. The first condition matches the partial index `Inquiry_text_idx`. Locked rows are left to the next run, so a run never
 * waits for an event or a read.
 */
export function textsBefore(before: Date, personal = personalColumns()): Expired {
  const orPersonal = Prisma.raw(personal.map((name) => `OR "${name}" IS NOT NULL`).join(' '))
  const andPersonal = Prisma.raw(personal.map((name) => `, "${name}" = NULL`).join(''))
  const condition = Prisma.sql`
    ("note" IS NOT NULL OR "portalDecisionNote" IS NOT NULL OR cardinality("reviewReasons") > 0 ${orPersonal})
    AND "id" < ${uuid7At(before)}::uuid
    AND ("decidedAt" IS NULL OR "decidedAt" < ${before})
    AND "openState" <> 'OPENING'`
  return {
    count: Prisma.sql`SELECT count(*)::int AS "rows" FROM "Inquiry" WHERE ${condition}`,
    removeBatch: () => db().$executeRaw`
      UPDATE "Inquiry"
      SET "note" = NULL, "reviewReasons" = '{}', "portalDecisionNote" = NULL, "openBody" = ''${andPersonal}
      WHERE "id" IN (
        SELECT "id" FROM "Inquiry" WHERE ${condition} ORDER BY "id" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`,
  }
}

async function countRows(query: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ rows: number }[]>(query)
  return row?.rows ?? 0
}
