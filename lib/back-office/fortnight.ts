/** The overview's figures for the last fourteen days. */
import 'server-only'
import { areFew, decisionTimesOf, FIGURE_DAYS, readDailyFigures } from '../daily-figures'
import { db } from '../db'
import { uuid7At } from '../uuid7-time'
import type { Overview } from './views'

const DAY_MS = 24 * 3_600_000

type Fortnight = Pick<Overview, 'outcomesByDay' | 'timeToDecision' | 'countedAt'>

/** Counts a few applications directly. For many, it uses stored figures, and `countedAt` says when they were counted. */
export async function getFortnight(now: Date): Promise<Fortnight> {
  const since = new Date(now.getTime() - FIGURE_DAYS * DAY_MS)
  if (await areFew(since)) return countFortnight(since, now)
  const figures = await readDailyFigures(now)
  const oldest = Math.min(...figures.map(({ countedAt }) => countedAt.getTime()))
  return {
    outcomesByDay: byDay(figures, now),
    timeToDecision: asTimes(decisionTimesOf(figures)),
    countedAt: new Date(oldest).toISOString(),
  }
}

async function countFortnight(since: Date, now: Date): Promise<Fortnight> {
  const first = uuid7At(since)
  const [counted, times] = await Promise.all([
    db().$queryRaw<{ day: string; outcomes: Record<string, number> }[]>`
      SELECT "day", jsonb_object_agg("outcome", "count") AS "outcomes" FROM (
        SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "day",
          coalesce("status", 'OPENING') AS "outcome", count(*)::int AS "count"
        FROM "Inquiry" WHERE "id" >= ${first}::uuid
        GROUP BY 1, 2
      ) AS counted GROUP BY "day"`,
    db().$queryRaw<{ median: number | null; p95: number | null }[]>`
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "seconds") AS "median",
        percentile_cont(0.95) WITHIN GROUP (ORDER BY "seconds") AS "p95"
      FROM (
        SELECT extract(epoch FROM "decidedAt" - "createdAt")::float8 AS "seconds"
        FROM "Inquiry" WHERE "id" >= ${first}::uuid AND "decidedAt" IS NOT NULL
      ) AS decided`,
  ])
  return {
    outcomesByDay: byDay(counted, now),
    timeToDecision: asTimes(times[0] ?? { median: null, p95: null }),
    countedAt: null,
  }
}

const asTimes = ({
  median,
  p95,
}: {
  median: number | null
  p95: number | null
}): Overview['timeToDecision'] => (median === null || p95 === null ? null : { median, p95 })

/** One entry per day, oldest first, including days without inquiries. */
function byDay(counted: Overview['outcomesByDay'], now: Date): Overview['outcomesByDay'] {
  return Array.from({ length: FIGURE_DAYS }, (_, index) => {
    const time = now.getTime() - (FIGURE_DAYS - 1 - index) * DAY_MS
    const day = new Date(time).toISOString().slice(0, 10)
    return { day, outcomes: counted.find((one) => one.day === day)?.outcomes ?? {} }
  })
}
