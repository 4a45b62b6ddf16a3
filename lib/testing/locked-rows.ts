/** Makes races deterministic: a transaction that waits for a locked row gets it when the test releases it. */
import { expect } from 'vitest'
import { db } from '../database/db'
import type { Prisma } from '../prisma-client/client'

/** Locks the row, starts `step`, runs `meanwhile` once `step` waits for the row, and then releases the row. */
export async function whileWaiting<Result, Meanwhile>(
  row: Prisma.Sql,
  step: () => Promise<Result>,
  meanwhile: () => Promise<Meanwhile>,
): Promise<[Result, Meanwhile]> {
  const { done, result } = await db().$transaction(async (tx) => {
    await tx.$queryRaw(row)
    const done = step()
    await untilWaiting(1)
    return { done, result: await meanwhile() }
  })
  return [await done, result]
}

/** Waits until this many transactions wait for a lock. */
export const untilWaiting = (count: number) =>
  expect.poll(countWaiting, { interval: 5, timeout: 10_000 }).toBe(count)

async function countWaiting(): Promise<number> {
  const found = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return found.length
}
