/**
 * The reconciler: takes the rows that are due and settles them. Any number of instances may run it at once, in a
 * loop inside the app's process (`startReconciler`) or one pass at a time from the cron route (`reconcileDue`).
 */
import 'server-only'
import { db } from '../db'
import { errorName, log } from '../log'
import type { Inquiry } from '../prisma-client/client'
import { Prisma } from '../prisma-client/client'
import { matchHeldEvents } from './match-events'
import { LEASE_MS, sendOpen } from './open-inquiry'
import { readBack } from './read-back'

const CONCURRENCY = 8
const IDLE_MS = 1_000
const MAX_PER_PASS = 500

/** Settles what is due, oldest first. @returns how many rows were looked at. */
export async function reconcileDue(limit = MAX_PER_PASS): Promise<number> {
  await matchHeldEvents()
  let done = 0
  while (done < limit) {
    const rows = await claimDue(Math.min(CONCURRENCY, limit - done))
    if (rows.length === 0) break
    await Promise.all(rows.map(settle))
    done += rows.length
  }
  return done
}

/** Settles one row at once, when it is due: after an event, or when the customer comes back. */
export async function reconcileOne(row: string): Promise<void> {
  const [claimed] = await claimDue(1, row)
  if (claimed) await settle(claimed)
}

async function settle(row: Inquiry): Promise<void> {
  try {
    await (row.openState === 'OPENING' ? sendOpen(row) : readBack(row))
  } catch (error) {
    // The lease ends by itself, and the row is due again.
    log.error('reconcile_failed', { inquiry: row.id, error: errorName(error) })
  }
}

/** Takes due rows by moving their time to the end of a lease; nothing is claimed while the service is paused. */
async function claimDue(limit: number, row?: string): Promise<Inquiry[]> {
  const now = new Date()
  const only = row ? Prisma.sql`AND "id" = ${row}::uuid` : Prisma.empty
  const claimed = await db().$queryRaw<{ id: string }[]>`
    UPDATE "Inquiry" SET
      "nextReadAt" = ${new Date(now.getTime() + LEASE_MS)},
      "readAttempts" = "readAttempts" + 1,
      "openAttempts" = "openAttempts" + CASE WHEN "openState" = 'OPENING' THEN 1 ELSE 0 END
    WHERE "id" IN (
      SELECT "id" FROM "Inquiry"
      WHERE "nextReadAt" <= ${now} ${only}
        AND NOT EXISTS (SELECT FROM "ServicePause" WHERE "until" > ${now})
      ORDER BY "nextReadAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING "id"`
  if (claimed.length === 0) return []
  return db().inquiry.findMany({ where: { id: { in: claimed.map(({ id }) => id) } } })
}

/** Runs for as long as the process does. @returns a function that ends it after the pass under way. */
export function startReconciler(): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const pass = async () => {
    try {
      await reconcileDue()
    } catch (error) {
      log.error('reconcile_pass_failed', { error: errorName(error) })
    }
    if (!stopped) timer = setTimeout(pass, IDLE_MS)
  }
  void pass()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
