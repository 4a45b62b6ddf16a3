/**
 * How many applications of each day have which status, and how long their decisions took. Counting takes longer the more there
 * are, so once there are many, requests use stored figures. They are recounted once a minute for the newest days, on which
 * nearly everything changes, and every ten minutes for the others.
 */
import 'server-only'
import { z } from 'zod'
import { db } from './db'
import { uuid7At } from './uuid7-time'

const DAY_MS = 24 * 3_600_000
/** How many days the overview shows. */
export const FIGURE_DAYS = 14
/** Up to this many in those days are counted on each request. */
export const FEW = 5_000

const NEWEST_DAYS = 2
const NEWEST_FOR_MS = 55_000
const OTHERS_FOR_MS = 600_000

/** Times are grouped in steps of 5%, so the middle of a step is at most 2.5% off. */
const STEP = 1.05

export interface DailyFigures {
  /** Such as `2026-11-22`. */
  day: string
  outcomes: Record<string, number>
  /** Counts by step of the time scale. */
  decisionTimes: Record<string, number>
  countedAt: Date
}

const countsSchema = z.record(z.string(), z.number().int())

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const lastDays = (now: Date): string[] =>
  Array.from({ length: FIGURE_DAYS }, (_, ago) =>
    new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10),
  )

/** Whether there are few enough applications since then to count them on each request. */
export async function areFew(since: Date): Promise<boolean> {
  const more = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM "Inquiry" WHERE "id" >= ${uuid7At(since)}::uuid OFFSET ${FEW} LIMIT 1`
  return more.length === 0
}

/** Newest first. A day that was never counted is counted now. */
export async function readDailyFigures(now: Date): Promise<DailyFigures[]> {
  const counted = await listCounted(now)
  const missing = lastDays(now).filter((day) => !counted.some((figures) => figures.day === day))
  for (const day of missing) await countDay(day)
  return missing.length === 0 ? counted : listCounted(now)
}

/** Recounts the days whose figures are stale, if there are many applications. Deletes figures that are no longer shown. */
export async function refreshDailyFigures(now: Date): Promise<void> {
  await db().dailyFigures.deleteMany({ where: { day: { lt: oldestDay(now) } } })
  if (await areFew(new Date(now.getTime() - FIGURE_DAYS * DAY_MS))) return
  const counted = await listCounted(now)
  for (const [ago, day] of lastDays(now).entries()) {
    const countedAt = counted.find((figures) => figures.day === day)?.countedAt.getTime() ?? 0
    const goodForMs = ago < NEWEST_DAYS ? NEWEST_FOR_MS : OTHERS_FOR_MS
    if (now.getTime() - countedAt > goodForMs) await countDay(day)
  }
}

/** The median and the 95th percentile of how many seconds decisions took. */
export function decisionTimesOf(days: readonly DailyFigures[]): {
  median: number | null
  p95: number | null
} {
  const bySteps = new Map<number, number>()
  for (const { decisionTimes } of days)
    for (const [step, count] of Object.entries(decisionTimes))
      bySteps.set(Number(step), (bySteps.get(Number(step)) ?? 0) + count)
  const steps = [...bySteps].sort(([one], [other]) => one - other)
  const total = steps.reduce((sum, [, count]) => sum + count, 0)
  const percentile = (part: number): number | null => {
    let passed = 0
    for (const [step, count] of steps) {
      passed += count
      if (passed >= part * total) return STEP ** (step + 0.5)
    }
    return null
  }
  return { median: percentile(0.5), p95: percentile(0.95) }
}

const oldestDay = (now: Date): Date => startOf(lastDays(now).at(-1) ?? '')

async function listCounted(now: Date): Promise<DailyFigures[]> {
  const rows = await db().dailyFigures.findMany({
    where: { day: { gte: oldestDay(now) } },
    orderBy: { day: 'desc' },
  })
  return rows.map(({ day, outcomes, decisionTimes, countedAt }) => ({
    day: day.toISOString().slice(0, 10),
    outcomes: countsSchema.parse(outcomes),
    decisionTimes: countsSchema.parse(decisionTimes),
    countedAt,
  }))
}

/** Ids sort by time, so a day is a range of them. */
async function countDay(day: string): Promise<void> {
  const first = uuid7At(startOf(day))
  const end = uuid7At(new Date(startOf(day).getTime() + DAY_MS))
  await db().$executeRaw`
    WITH made AS MATERIALIZED (
      SELECT coalesce("status", 'OPENING') AS "outcome", extract(epoch FROM "decidedAt" - "createdAt") AS "seconds"
      FROM "Inquiry" WHERE "id" >= ${first}::uuid AND "id" < ${end}::uuid
    ), outcomes AS (
      SELECT "outcome", count(*) FROM made GROUP BY "outcome"
    ), times AS (
      SELECT floor(ln(greatest("seconds", 1)) / ln(${STEP}::numeric))::int AS "step", count(*)
      FROM made WHERE "seconds" IS NOT NULL GROUP BY 1
    )
    INSERT INTO "DailyFigures" ("day", "outcomes", "decisionTimes", "countedAt")
    SELECT ${day}::date,
      (SELECT coalesce(jsonb_object_agg("outcome", "count"), '{}') FROM outcomes),
      (SELECT coalesce(jsonb_object_agg("step", "count"), '{}') FROM times),
      clock_timestamp()
    ON CONFLICT ("day") DO UPDATE SET "outcomes" = EXCLUDED."outcomes",
      "decisionTimes" = EXCLUDED."decisionTimes", "countedAt" = EXCLUDED."countedAt"`
}
