/** The data of the overview page. */
import 'server-only'
import { acceptsWrites } from '../database/accepts-writes'
import { databaseTime, db } from '../database/db'
import { uuid7At } from '../database/uuid7-time'
import { startDeadline } from '../http/deadline'
import { findProblems, type Problem } from '../inquiries/conditions'
import { DECISIONS } from '../inquiries/status'
import { errorName, failure, log } from '../runtime/log'
import { countAwaitingDecision, listInquiries } from './inquiry-list'

const DAY_MS = 24 * 3_600_000
const DAYS = 14
const SHOWN = 5
/** How many of the newest decisions to measure. More would give about the same times. */
const MEASURED = 300
/**
 * How long the page waits for the database before it shows a problem instead. The lock timeout (2 s) is shorter, so its error arrives
 * first.
 */
const DATABASE_MS = 3_000
const TOLERATED_CLOCK_MS = 5_000

/** What can't be found by a query, because the database or this machine is at fault. */
const trouble = (name: string, text: string): Problem => ({
  ...{ name, text, count: 1, isWarning: false, href: '/admin', occurredAt: null, seen: null },
})

/** `work` is null if a query failed. A problem then has the reason. */
export async function getOverview(now = new Date()) {
  const deadline = startDeadline(DATABASE_MS)
  const askedAtMs = Date.now()
  try {
    // In turns, so that one slow page doesn't take all of the pool's connections.
    const [problems, isWritable, time] = await deadline.hold(
      Promise.all([
        findProblems((query) => db().$queryRaw(query)),
        acceptsWrites(),
        databaseTime(),
      ]),
    )
    const readAtMs = Date.now()
    const awaiting = await deadline.hold(countAwaitingDecision())
    const queue = await deadline.hold(listInquiries({ tab: 'review' }, SHOWN))
    const days = await deadline.hold(countByDay(now))
    const times = await deadline.hold(measureDecisions(now))
    const aheadMs = (askedAtMs + readAtMs) / 2 - time.getTime()
    if (Math.abs(aheadMs) > TOLERATED_CLOCK_MS)
      problems.unshift(
        trouble(
          'ClockOff',
          `The clock of this instance is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s, so times on these pages are off. Synchronise both with NTP.`,
        ),
      )
    if (!isWritable)
      problems.unshift(
        trouble(
          'DatabaseDown',
          'The database answers, but refuses to write. Customers who apply read “We can’t save anything at the moment”, and no delivery is accepted. npm run doctor says why.',
        ),
      )
    const work = {
      awaiting,
      /** Longest waiting first. */
      oldest: queue.items,
      openedByDay: days,
      timeToDecision: times,
    }
    return { problems, work }
  } catch (error) {
    log.error('overview_not_read', failure(error))
    const reason = errorName(error)
    const cause = /55P03|DeadlineError/.test(reason)
      ? ': most likely another session holds a lock'
      : ''
    const text = `A query of this page failed (${reason})${cause}. Customers may not be able to apply or to see their status. npm run doctor names the cause.`
    return { problems: [trouble('DatabaseDown', text)], work: null }
  } finally {
    deadline.clear()
  }
}
export type Overview = NonNullable<Awaited<ReturnType<typeof getOverview>>['work']>

/** The chart's colours by status. The rest of a day's inquiries are unfinished, or have an unknown status. */
const OUTCOMES = {
  APPROVED: 'approved',
  NEEDS_REVIEW: 'waiting',
  COMPLETED: 'waiting',
  DECLINED: 'refused',
  FAILED: 'refused',
} as const

/**
 * Counts inquiries by day and confirmed status, oldest day first. Days without inquiries are included. Ids sort by time, so the queries
 * read only the indexes of the primary key and of status and id.
 */
async function countByDay(now: Date) {
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(now.getTime() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
  const starts = days.map((day) => uuid7At(new Date(`${day}T00:00:00Z`)))
  const [counted, outcomes] = await Promise.all([
    db().$queryRaw<{ nth: number; count: number }[]>`
    SELECT width_bucket("id", ${starts}::uuid[]) AS "nth", count(*)::int
      FROM "Inquiry" WHERE "id" >= ${starts[0]}::uuid GROUP BY 1`,
    db().$queryRaw<{ nth: number; status: keyof typeof OUTCOMES; count: number }[]>`
      SELECT width_bucket("id", ${starts}::uuid[]) AS "nth", "status", count(*)::int
      FROM "Inquiry" WHERE "status" = ANY(${Object.keys(OUTCOMES)}) AND "id" >= ${starts[0]}::uuid GROUP BY 1, 2`,
  ])
  const counts = new Map(counted.map(({ nth, count }) => [nth, count]))
  return days.map((day, index) => {
    const result = { day, count: counts.get(index + 1) ?? 0, approved: 0, waiting: 0, refused: 0 }
    for (const { nth, status, count } of outcomes)
      if (nth === index + 1) result[OUTCOMES[status]] += count
    return result
  })
}

/** The median and the 95th percentile of the time to a decision, in seconds, for the newest decisions of the fortnight. Null if none. */
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
