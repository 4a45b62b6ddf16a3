import { expect, vi } from 'vitest'
import { db } from '../database/db'
import { forget } from '../runtime/once-per-process'

/** How many rows of a table `work` reads, whether or not it returns them. */
export async function countRowsRead(table: string, work: () => Promise<unknown>): Promise<number> {
  const before = await statistics(table)
  await work()
  return vi.waitFor(async () => {
    const after = await statistics(table)
    expect(after.scans).toBeGreaterThan(before.scans)
    return after.rows - before.rows
  }, 20_000)
}

/** A session reports its statistics no later than when it ends. */
async function statistics(table: string): Promise<{ scans: number; rows: number }> {
  await db().$disconnect()
  forget('database')
  const [found] = await db().$queryRaw<{ scans: number; rows: number }[]>`
    SELECT (seq_scan + coalesce(idx_scan, 0))::int AS "scans",
      (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS "rows"
    FROM pg_stat_user_tables WHERE relname = ${table}`
  if (!found) throw new Error('There is no such table')
  return found
}
