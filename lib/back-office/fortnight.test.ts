// With too many applications to count them on each request.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEW, FIGURE_DAYS, refreshDailyFigures } from '../daily-figures'
import { db } from '../db'
import { startTestApp, type TestApp } from '../testing/test-app'
import { uuid7At } from '../uuid7-time'
import { getFortnight } from './fortnight'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Enough that twelve days' applications are many too. */
const A_DAY = FEW / 10
const now = new Date()
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)
const dayOf = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  for (let ago = 0; ago < FIGURE_DAYS; ago++) await insertDay(ago)
})
afterAll(() => app.stop())

/** One in ten is declined, after ten minutes; the others are approved after one. */
const insertDay = (ago: number) =>
  db().$executeRaw`
    INSERT INTO "Inquiry" ("id", "referenceId", "applicantHash", "product", "openState", "openKey", "openBody",
      "correlationId", "status", "createdAt", "decidedAt", "updatedAt")
    SELECT overlay(${firstIdOf(ago)} PLACING lpad(to_hex(n), 12, '0') FROM 25)::uuid, 'app-' || gen_random_uuid(),
      repeat('0', 64), 'current', 'OPEN', gen_random_uuid(), '', gen_random_uuid(),
      CASE WHEN n % 10 = 0 THEN 'DECLINED' ELSE 'APPROVED' END, at,
      at + CASE WHEN n % 10 = 0 THEN interval '10 minutes' ELSE interval '1 minute' END, at
    FROM generate_series(1, ${A_DAY}::int) AS n, (SELECT ${dayOf(ago)}::date AT TIME ZONE 'UTC' AS at) AS day`
const firstIdOf = (ago: number) => uuid7At(new Date(`${dayOf(ago)}T00:00:00Z`))

const outcomesOf = async (ago: number) => {
  const { outcomesByDay } = await getFortnight(now)
  return outcomesByDay.find(({ day }) => day === dayOf(ago))?.outcomes
}
/** Declines the first application of the day, which was approved. */
const decline = (ago: number) =>
  db().$executeRaw`
    UPDATE "Inquiry" SET "status" = 'DECLINED' WHERE "id" = (
      SELECT "id" FROM "Inquiry" WHERE "id" >= ${firstIdOf(ago)}::uuid ORDER BY "id" LIMIT 1)`

const DECLINED = Math.floor(A_DAY / 10)
const COUNTED = { APPROVED: A_DAY - DECLINED, DECLINED }
const COUNTED_LATER = { APPROVED: COUNTED.APPROVED - 1, DECLINED: DECLINED + 1 }

test('the first request counts them, and the figures say when', async () => {
  const { outcomesByDay, timeToDecision, countedAt } = await getFortnight(now)
  expect(outcomesByDay).toEqual(
    Array.from({ length: FIGURE_DAYS }, (_, n) => ({
      day: dayOf(FIGURE_DAYS - 1 - n),
      outcomes: COUNTED,
    })),
  )
  expect(Math.abs((timeToDecision?.median ?? 0) / 60 - 1)).toBeLessThan(0.025)
  expect(Math.abs((timeToDecision?.p95 ?? 0) / 600 - 1)).toBeLessThan(0.025)
  expect(Math.abs(Date.parse(countedAt ?? '') - Date.now())).toBeLessThan(MINUTE_MS)
})

test('the newest days are recounted after a minute, the others after ten', async () => {
  for (const ago of [0, 5]) await decline(ago)
  await refreshDailyFigures(now)
  expect([await outcomesOf(0), await outcomesOf(5)]).toEqual([COUNTED, COUNTED])
  await refreshDailyFigures(later(2))
  expect([await outcomesOf(0), await outcomesOf(5)]).toEqual([COUNTED_LATER, COUNTED])
  await refreshDailyFigures(later(12))
  expect([await outcomesOf(0), await outcomesOf(5)]).toEqual([COUNTED_LATER, COUNTED_LATER])
})

test('figures are deleted once their day is no longer shown', async () => {
  await refreshDailyFigures(new Date(now.getTime() + 2 * DAY_MS))
  expect(await db().dailyFigures.count()).toBe(FIGURE_DAYS)
  expect(await db().dailyFigures.count({ where: { day: new Date(dayOf(13)) } })).toBe(0)
})

test('a few applications are counted on each request', async () => {
  await db().$executeRaw`DELETE FROM "Inquiry" WHERE "id" < ${firstIdOf(0)}::uuid`
  const { outcomesByDay, countedAt } = await getFortnight(now)
  expect(countedAt).toBeNull()
  expect(outcomesByDay.filter(({ outcomes }) => Object.keys(outcomes).length > 0)).toEqual([
    { day: dayOf(0), outcomes: COUNTED_LATER },
  ])
})
