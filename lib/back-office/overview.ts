/** The data of the overview page. */
import 'server-only'
import { db } from '../db'
import { getServicePause } from '../inquiries/service-gate'
import { can, demand, type Staff } from '../staff'
import { uuid7At } from '../uuid7-time'
import { accountProblems, countAwaitingDecision, isOverdue, listInquiries } from './inquiry-list'
import { COUNTED_AT_MOST, type Overview } from './views'

const DAY_MS = 24 * 3_600_000
const DAYS = 14
const SHOWN = 5

/** Only the figures cost more with more inquiries, and only with those of the last fortnight. */
export async function getOverview(staff: Staff, now: Date): Promise<Overview> {
  demand(staff, 'overview.view')
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const take = COUNTED_AT_MOST
  const mayList = can(staff, 'inquiries.list')
  const [awaiting, queue, overdue, setAside, rejections, reversals, accounts, pause, figures] =
    await Promise.all([
      mayList ? countAwaitingDecision(staff) : 0,
      mayList ? listInquiries(staff, { tab: 'review' }, SHOWN) : { items: [] },
      db().inquiry.count({ where: isOverdue(now), take }),
      db().webhookEvent.count({ where: { setAsideAt: { gt: dayAgo }, status: { not: null } }, take }),
      db().rejectedDelivery.groupBy({
        by: 'reason',
        where: { id: { gt: uuid7At(dayAgo) } },
        _sum: { count: true },
        orderBy: [{ _sum: { count: 'desc' } }, { reason: 'asc' }],
      }),
      db().inquiry.count({ where: { reversedAt: { not: null } }, take }),
      db().inquiry.count({ where: accountProblems, take }),
      getServicePause(),
      countFortnight(now),
    ])
  return {
    awaiting,
    oldest: queue.items,
    overdue,
    eventsSetAside: setAside,
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
        CASE WHEN "status" IN ('APPROVED', 'DECLINED', 'FAILED') THEN extract(epoch FROM "statusSince" - "createdAt")::float8 END AS "seconds"
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
