/** The data of the overview page. */
import 'server-only'
import { db } from '../db'
import { receivedSince } from '../event-days'
import { getServicePause } from '../inquiries/service-gate'
import { can, demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import { countAwaitingDecision, listInquiries } from './inquiry-list'
import { COUNTED_AT_MOST, OVERDUE_MS, type Overview } from './views'

const DAY_MS = 24 * 3_600_000
const DAYS = 14
const SHOWN = 5
/** A day's newest events are enough to notice that another system uses the same tenant. Each costs a look-up. */
const MAX_EVENTS = 500

/** Only the figures cost more with more inquiries, and only with those of the last fortnight. */
export async function getOverview(staff: Staff, now: Date): Promise<Overview> {
  demand(staff, 'overview.view')
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const take = COUNTED_AT_MOST
  const mayList = can(staff, 'inquiries.list')
  const [awaiting, queue, overdue, unmatched, rejections, reversals, accounts, pause, figures] =
    await Promise.all([
      mayList ? countAwaitingDecision(staff) : 0,
      mayList ? listInquiries(staff, { tab: 'review' }, SHOWN) : { items: [] },
      db().inquiry.count({
        where: { waitingSince: { lt: new Date(now.getTime() - OVERDUE_MS) } },
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
      countFortnight(now),
    ])
  return {
    awaiting,
    oldest: queue.items,
    overdue,
    unmatchedEvents: unmatched[0]?.count ?? 0,
    rejectedDeliveries: rejections.map(({ reason, _sum }) => ({ reason, count: _sum.count ?? 0 })),
    reversals,
    accountsNotOpened: accounts,
    servicePause: pause && { until: pause.until.toISOString(), reason: pause.reason },
    ...figures,
  }
}

/** Ids sort by time, so the fortnight is a range of them. Past a million in it, store the figures (docs/operations.md). */
async function countFortnight(
  now: Date,
): Promise<Pick<Overview, 'outcomesByDay' | 'timeToDecision'>> {
  const dayOf = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  const first = uuid7At(new Date(`${dayOf(DAYS - 1)}T00:00:00Z`))
  const [counted] = await db().$queryRaw<
    { days: { day: string; outcome: string; count: number }[] | null; times: number[] | null }[]
  >`
    WITH made AS MATERIALIZED (
      SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "day", coalesce("status", 'OPENING') AS "outcome",
        extract(epoch FROM "decidedAt" - "createdAt")::float8 AS "seconds"
      FROM "Inquiry" WHERE "id" >= ${first}::uuid
    )
    SELECT
      (SELECT json_agg(counted) FROM (SELECT "day", "outcome", count(*) FROM made GROUP BY 1, 2) AS counted) AS "days",
      (SELECT percentile_cont('{0.5, 0.95}'::float8[]) WITHIN GROUP (ORDER BY "seconds") FROM made) AS "times"`
  const [median, p95] = counted?.times ?? []
  return {
    // One entry for each day, oldest first, including days without inquiries.
    outcomesByDay: Array.from({ length: DAYS }, (_, index) => {
      const day = dayOf(DAYS - 1 - index)
      const ofDay = (counted?.days ?? []).filter((one) => one.day === day)
      return { day, outcomes: Object.fromEntries(ofDay.map((one) => [one.outcome, one.count])) }
    }),
    timeToDecision: median === undefined || p95 === undefined ? null : { median, p95 },
  }
}
