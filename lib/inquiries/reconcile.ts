/**
 * The reconciler: takes the rows that are due and settles them, as fast as the service's rate allows. Any number of
 * instances may run it at once, inside the app's process (`startReconciler`) or one pass at a time from the cron route.
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../db'
import { errorName, log } from '../log'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { backgroundService } from '../verification-service'
import { matchMissedEvents } from './match-events'
import { LEASE_MS, sendOpen } from './open-inquiry'
import { readBack } from './read-back'
import { readDelayMs } from './read-rules'
import { takeTurn } from './service-gate'

const CONCURRENCY = 8
const TICK_MS = 1_000
const MAX_PER_PASS = 500

/** Settles what is due. @returns how many rows were looked at. */
export async function reconcileDue(limit = MAX_PER_PASS): Promise<number> {
  await matchMissedEvents()
  let claimed = 0
  const work = async () => {
    while (claimed < limit && (await settleNext())) claimed++
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, limit) }, work))
  return claimed
}

/** Settles one row at once, when it is due: a customer waits for it. */
export async function reconcileOne(row: string): Promise<void> {
  await takeTurn()
  const now = new Date()
  const claimed = await claim(Prisma.sql`"id" = ${row}::uuid AND ${due(now)}`, now)
  if (claimed) await settle(claimed)
}

/**
 * Reads one open row at once, due or not: staff wait for it. Only opening it needs the lease, which keeps two from
 * opening it at once.
 * @returns whether the service was asked: not while it is paused
 */
export async function readAtOnce(row: string): Promise<boolean> {
  await takeTurn()
  const now = new Date()
  const claimed = await claim(
    Prisma.sql`"id" = ${row}::uuid AND "openState" = 'OPEN' AND ${notPaused(now)}`,
    now,
  )
  if (!claimed) return false
  await settle(claimed)
  return true
}

interface Reconciler {
  /** Something became due: do not wait for the next tick. */
  wake(): void
  /** Resolves when the rows under way are done. */
  stop(): Promise<void>
}

// Next bundles instrumentation and routes apart: this is how a route finds the loop of its process.
const shared: { merchantReconciler?: Reconciler } = globalThis as {
  merchantReconciler?: Reconciler
}

/**
 * Settles a row that has just become due: by this process's loop, or where there is none (serverless) once the answer
 * is sent.
 * @param after runs work when the answer is sent, as Next's `after` does
 */
export function reconcileSoon(row: string, after: (work: () => Promise<unknown>) => void): void {
  if (shared.merchantReconciler) shared.merchantReconciler.wake()
  else after(() => reconcileOne(row))
}

/** Runs for as long as the process does, with at most 8 rows under way. */
export function startReconciler(): Reconciler {
  const underWay = new Set<Promise<void>>()
  let stopped = false

  /** A worker that found something to do calls in another one, so an idle loop asks the database once a tick. */
  const wake = () => {
    if (stopped || underWay.size >= CONCURRENCY) return
    const worker = work()
      .catch((error) => log.error('reconcile_failed', { error: errorName(error) }))
      .finally(() => underWay.delete(worker))
    underWay.add(worker)
  }
  const work = async () => {
    while (!stopped && (await settleNext(wake)));
  }
  const tick = async () => {
    await matchMissedEvents().catch((error) =>
      log.error('matching_failed', { error: errorName(error) }),
    )
    wake()
  }
  const timer = setInterval(tick, TICK_MS)
  void tick()
  shared.merchantReconciler = {
    wake,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
  return shared.merchantReconciler
}

/** Waits for a turn, and only then claims: the most urgent row of that moment. @returns whether there was one. */
async function settleNext(onFound: () => void = () => {}): Promise<boolean> {
  if (!(await isAnythingDue())) return false
  await sleep(await takeTurn())
  const now = new Date()
  const row = await claim(due(now), now)
  if (!row) return false
  onFound()
  await settle(row)
  return true
}

async function settle(row: Inquiry): Promise<void> {
  try {
    await (row.openState === 'OPENING' ? sendOpen : readBack)(row, backgroundService())
  } catch (error) {
    log.error('reconcile_failed', { inquiry: row.id, error: errorName(error) })
    await postpone(row, errorName(error))
  }
}

/** Whatever breaks the reader of a row may do so again. With the database away the lease ends by itself. */
async function postpone(row: Inquiry, readError: string): Promise<void> {
  if (row.openState === 'OPENING') return
  const delayMs = Math.max(LEASE_MS, readDelayMs(row.readAttempts, Math.random))
  await db()
    .inquiry.updateMany({
      where: { id: row.id, nextReadAt: row.nextReadAt },
      data: { readError, nextReadAt: new Date(Date.now() + delayMs) },
    })
    .catch((error) => log.error('postpone_failed', { inquiry: row.id, error: errorName(error) }))
}

const notPaused = (now: Date) =>
  Prisma.sql`NOT EXISTS (SELECT FROM "ServiceGate" WHERE "pausedUntil" > ${now})`
/** Nothing is due while the service is paused. */
const due = (now: Date) => Prisma.sql`"nextReadAt" <= ${now} AND ${notPaused(now)}`

/** Naming both values of `urgent`, which leads the index, lets a look that finds nothing stay a look at two places. */
async function isAnythingDue(): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM "Inquiry" WHERE "urgent" IN (true, false) AND ${due(new Date())} LIMIT 1`
  return rows.length > 0
}

/** Claims a row by moving its time to the end of a lease: of those that may be claimed, the most urgent. */
async function claim(claimable: Prisma.Sql, now: Date): Promise<Inquiry | null> {
  const [claimed] = await db().$queryRaw<{ id: string }[]>`
    UPDATE "Inquiry" SET
      "nextReadAt" = ${new Date(now.getTime() + LEASE_MS)},
      "urgent" = false,
      "readAttempts" = "readAttempts" + 1,
      "openAttempts" = "openAttempts" + CASE WHEN "openState" = 'OPENING' THEN 1 ELSE 0 END
    WHERE "id" = (
      SELECT "id" FROM "Inquiry" WHERE ${claimable}
      ORDER BY "urgent" DESC, "nextReadAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING "id"`
  return claimed ? db().inquiry.findUnique({ where: { id: claimed.id } }) : null
}
