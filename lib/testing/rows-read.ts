import { expect, vi } from 'vitest'
import { db } from '../database/db'
import { forget } from '../runtime/once-per-process'

/** Counts the rows of a table that `work` reads, including those that it doesn't return. */
export async function countRowsRead(table: string, work: () => Promise<unknown>): Promise<number> {
  const before = await statistics(table)
  await work()
  return vi.waitFor(async () => {
    const after = await statistics(table)
    expect(after.scans).toBeGreaterThan(before.scans)
    return after.rows - before.rows
  }, 20_000)
}

/** Ends the session first, because PostgreSQL may report a session's statistics only at its end. */
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
