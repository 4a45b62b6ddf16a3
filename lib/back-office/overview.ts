/** The data of the overview page. */
import 'server-only'
import { db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { getServicePause } from '../inquiries/service-gate'
import { DECISIONS } from '../inquiries/status'
import { accountProblems, countAwaitingDecision, countOverdue, listInquiries } from './inquiry-list'
import { COUNTED_AT_MOST } from './page'

const DAY_MS = 24 * 3_600_000
const DAYS = 14
const SHOWN = 5
/** How many of the newest decisions to measure. More would give about the same times. */
const MEASURED = 300

/** Counts stop at {@link COUNTED_AT_MOST}. */
export async function getOverview(now: Date) {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const take = COUNTED_AT_MOST
  const [
    awaiting,
    queue,
    overdue,
    setAside,
    rejections,
    reversals,
    accounts,
    untold,
    pause,
    days,
    times,
  ] = await Promise.all([
    countAwaitingDecision(),
    listInquiries({ tab: 'review' }, SHOWN),
    countOverdue(now),
    db().webhookEvent.count({
      // An erased applicant's events are set aside at the beginning of time.
      where: { arrivedAt: { gt: dayAgo }, setAsideAt: { gt: dayAgo }, status: { not: null } },
      // With `take`, Prisma orders by id unless told otherwise, and PostgreSQL may then walk the whole primary key.
      orderBy: { arrivedAt: 'asc' },
      take,
    }),
    db().rejectedDelivery.groupBy({
      by: 'reason',
      where: { id: { gt: uuid7At(dayAgo) } },
      _sum: { count: true },
      orderBy: [{ _sum: { count: 'desc' } }, { reason: 'asc' }],
    }),
    db().inquiry.count({ where: { reversedAt: { not: null } }, take }),
    db().inquiry.count({ where: accountProblems, take }),
    db().inquiry.count({ where: { noticeError: { not: null } }, take }),
    getServicePause(),
    countByDay(now),
    measureDecisions(now),
  ])
  return {
    awaiting,
    /** Longest waiting first. */
    oldest: queue.items,
    overdue,
    /** Events that arrived and deliveries that were rejected within the last 24 hours. The most frequent reason comes first. */
    eventsSetAside: setAside,
    rejectedDeliveries: rejections.map(({ reason, _sum }) => ({ reason, count: _sum.count ?? 0 })),
    reversals,
    accountsNotOpened: accounts,
    customersNotTold: untold,
    servicePause: pause,
    openedByDay: days,
    timeToDecision: times,
  }
}
export type Overview = Awaited<ReturnType<typeof getOverview>>

/** Oldest first, including days without inquiries. Ids sort by time, so the query reads only the primary key's index. */
async function countByDay(now: Date): Promise<{ day: string; count: number }[]> {
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(now.getTime() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
  const starts = days.map((day) => uuid7At(new Date(`${day}T00:00:00Z`)))
  const counted = await db().$queryRaw<{ nth: number; count: number }[]>`
    SELECT width_bucket("id", ${starts}::uuid[]) AS "nth", count(*)::int
    FROM "Inquiry" WHERE "id" >= ${starts[0]}::uuid GROUP BY 1`
  const counts = new Map(counted.map(({ nth, count }) => [nth, count]))
  return days.map((day, index) => ({ day, count: counts.get(index + 1) ?? 0 }))
}

/** The times to a decision in seconds, for the newest decisions of the fortnight. */
async function measureDecisions(now: Date): Promise<{ median: number; p95: number } | null> {
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const [measured] = await db().$queryRaw<{ times: number[] | null }[]>`
    SELECT percentile_cont('{0.5, 0.95}'::float8[])
      WITHIN GROUP (ORDER BY extract(epoch FROM "statusSince" - "createdAt")::float8) AS "times"
    FROM (
      SELECT newest.* FROM unnest(${DECISIONS}::text[]) AS decision, LATERAL (
        SELECT "statusSince", "createdAt" FROM "Inquiry" WHERE "status" = decision AND "statusSince" >= ${since}
        ORDER BY "statusSince" DESC LIMIT ${MEASURED}
      ) AS newest ORDER BY "statusSince" DESC LIMIT ${MEASURED}
    ) AS newest`
  const [median, p95] = measured?.times ?? []
  return median === undefined || p95 === undefined ? null : { median, p95 }
}
