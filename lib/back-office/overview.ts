/** The data of the overview page. */
import 'server-only'
import { db } from '../db'
import { receivedSince } from '../event-days'
import { getServicePause } from '../inquiries/service-gate'
import { demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import { COUNTED_AT_MOST } from './bounded-count'
import type { Overview } from './views'

const DAY_MS = 24 * 3_600_000
/** Looks at a day's newest events only: enough to notice that another system uses the same tenant. */
const MAX_EVENTS = 5_000
const CHART_DAYS = 14

/** Counts are bounded, except of what is itself bounded. */
export async function getOverview(staff: Staff, now = new Date()): Promise<Overview> {
  demand(staff, 'overview.view')
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const take = COUNTED_AT_MOST
  const since = uuid7At(new Date(now.getTime() - CHART_DAYS * DAY_MS))
  const [
    unsettledTooLong,
    unmatched,
    rejections,
    reversals,
    accountsNotOpened,
    pause,
    days,
    times,
  ] = await Promise.all([
    db().inquiry.count({
      where: { nextReadAt: { not: null }, decidedAt: null, id: { lt: uuid7At(dayAgo) } },
      take,
    }),
    db().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS "count" FROM (
          SELECT "inquiryId" FROM "ReceivedEvent" WHERE ${receivedSince(dayAgo)} AND "receivedAt" > ${dayAgo} AND "inquiryId" IS NOT NULL
          ORDER BY "receivedAt" DESC LIMIT ${MAX_EVENTS}
        ) AS recent
        WHERE NOT EXISTS (SELECT FROM "Inquiry" WHERE "Inquiry"."inquiryId" = recent."inquiryId")`,
    db().rejectedDelivery.groupBy({
      by: 'reason',
      where: { id: { gt: uuid7At(dayAgo) } },
      _sum: { count: true },
      orderBy: [{ _sum: { count: 'desc' } }, { reason: 'asc' }],
    }),
    db().inquiry.count({ where: { reversedAt: { not: null } }, take }),
    db().accountOpening.count({ where: { error: { not: null } }, take }),
    getServicePause(now),
    db().$queryRaw<{ day: string; outcome: string; count: number }[]>`
        SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "day",
          coalesce("status", 'OPENING') AS "outcome", count(*)::int AS "count"
        FROM "Inquiry" WHERE "id" >= ${since}::uuid
        GROUP BY 1, 2 ORDER BY 1, 2`,
    db().$queryRaw<{ median: number | null; p95: number | null }[]>`
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "seconds") AS "median",
          percentile_cont(0.95) WITHIN GROUP (ORDER BY "seconds") AS "p95"
        FROM (
          SELECT extract(epoch FROM "decidedAt" - "createdAt")::float8 AS "seconds"
          FROM "Inquiry" WHERE "id" >= ${since}::uuid AND "decidedAt" IS NOT NULL
        ) AS decided`,
  ])
  const median = times[0]?.median ?? null
  const p95 = times[0]?.p95 ?? null
  return {
    unsettledTooLong,
    unmatchedEvents: Math.min(unmatched[0]?.count ?? 0, take),
    rejectedDeliveries: rejections.map(({ reason, _sum }) => ({ reason, count: _sum.count ?? 0 })),
    reversals,
    accountsNotOpened,
    servicePause: pause && { until: pause.until.toISOString(), reason: pause.reason },
    outcomesByDay: byDay(days, now),
    timeToDecision: median === null || p95 === null ? null : { median, p95 },
  }
}

/** One entry per day, including days without inquiries. */
function byDay(
  rows: { day: string; outcome: string; count: number }[],
  now: Date,
): Overview['outcomesByDay'] {
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const time = now.getTime() - (CHART_DAYS - 1 - index) * DAY_MS
    const day = new Date(time).toISOString().slice(0, 10)
    const ofDay = rows.filter((row) => row.day === day)
    return { day, outcomes: Object.fromEntries(ofDay.map((row) => [row.outcome, row.count])) }
  })
}
