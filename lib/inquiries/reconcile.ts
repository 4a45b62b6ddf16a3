/**
 * The reconciler: takes inquiries that are due and settles them, as fast as the budget of calls allows. Any number of
 * instances may run it. It runs as a loop inside the app's process (`RECONCILER=loop`), or one pass at a time from the
 * cron route (`RECONCILER=cron`, for platforms that freeze a process between requests).
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../db'
import { env } from '../env'
import { errorName, log } from '../log'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { backgroundService } from '../verification-service'
import { OPENINGS_AT_ONCE, openDueAccounts, openInTurn } from './account-openings'
import { LEASE_MS, sendOpen } from './open-inquiry'
import { readInquiry } from './read-inquiry'
import { LONGEST_AWAITED_DELAY_MS, MAX_ASKED_READS, readDelayMs } from './rules'
import { type CallPriority, mostCallsIn, returnCalls, takeCall, takeCalls } from './service-gate'
import { awaitsRead } from './status'

/** The client's deadline: a response that drips, byte by byte, holds its place for so long. */
const LONGEST_CALL_MS = 10_000
/** Each place may hold a response of a megabyte. */
const MOST_PLACES = 64
/** How often a loop or a pass looks for what has become due by time. */
const TICK_MS = 1_000
/** When to look again for due rows that other transactions held. */
const HELD_MS = 200

/** In order of priority. The index has the same shape. */
const CLASSES: readonly { priority: CallPriority; rows: Prisma.Sql }[] = [
  {
    priority: 'reported',
    rows: Prisma.sql`"urgent" AND "openState" = 'OPEN' AND "heardAt" >= coalesce("readAt", '-infinity')`,
  },
  { priority: 'awaited', rows: Prisma.sql`"urgent" AND "openState" IN ('OPENING', 'OPEN')` },
  { priority: 'opening', rows: Prisma.sql`NOT "urgent" AND "openState" = 'OPENING'` },
  { priority: 'scheduled', rows: Prisma.sql`NOT "urgent" AND "openState" = 'OPEN'` },
]

/** After so many turns in a row without them, one call goes to a lower class, which would otherwise starve. */
const FAIR_AFTER = 4
/** How many turns in a row lower classes had to wait, and how many times one of them was let through. */
const fairness = { passedOver: 0, letThrough: 0 }

/**
 * How many inquiries may be in flight: more than the budget of calls can fill, so that however many responses drip, there
 * is a place for the next call that the budget allows. Beyond 300 calls a minute the budget could fill them all, and a
 * call may wait for a deadline to pass.
 */
const places = (): number => Math.min(mostCallsIn(LONGEST_CALL_MS), MOST_PLACES)

/** A claimed inquiry, and the database's time at which the claim was made. */
type Claimed = Inquiry & { claimedAt: Date }

/**
 * Settles what is due.
 * @param passMs for how long it takes on more. What is in flight then may take {@link LONGEST_CALL_MS} more
 * @returns how many inquiries it settled, and whether nothing due is left
 */
export async function reconcileDue(
  passMs: number,
): Promise<{ reconciled: number; isComplete: boolean }> {
  const endsAt = Date.now() + passMs
  // Beside the reads, so that an account that won't open keeps no inquiry waiting.
  const openAccounts = () =>
    openInTurn(() => Date.now() >= endsAt, endsAt + LONGEST_CALL_MS).catch((error) =>
      log.error('outbox_failed', { error: errorName(error) }),
    )
  let workers = Array.from({ length: OPENINGS_AT_ONCE }, openAccounts)
  const pass = await settleDue(endsAt, () => {
    workers = workers.map((worker) => worker.then(openAccounts))
  })
  await Promise.all(workers)
  return pass
}

async function settleDue(
  endsAt: number,
  onGranted: () => void,
): Promise<{ reconciled: number; isComplete: boolean }> {
  const inFlight = new Set<Promise<void>>()
  let reconciled = 0
  let isComplete = false
  while (!isComplete && Date.now() < endsAt) {
    const wasIdle = inFlight.size === 0
    const { claimed, waitMs } = await claimDue(places() - inFlight.size)
    for (const inquiry of claimed) {
      const work = settle(inquiry, onGranted).finally(() => inFlight.delete(work))
      inFlight.add(work)
    }
    reconciled += claimed.length
    // What ends may be due again, so it is waited for before the pass is complete.
    isComplete = claimed.length === 0 && waitMs === null && wasIdle
    if (claimed.length > 0 || isComplete) continue
    if (wasIdle && Date.now() + (waitMs ?? 0) >= endsAt) break
    await Promise.race([...inFlight, sleep(Math.min(waitMs ?? TICK_MS, TICK_MS))])
  }
  await Promise.all(inFlight)
  return { reconciled, isComplete }
}

/**
 * Settles one inquiry at once, when it is due and there is a call to spare: a customer waits for it. Otherwise the next
 * pass takes it.
 */
export async function reconcileOne(id: string): Promise<void> {
  const { calls } = await takeCalls('awaited', 1)
  const [claimed] = calls > 0 ? await claim(Prisma.sql`"id" = ${id}::uuid AND ${DUE}`, 1) : []
  if (claimed) await settle(claimed)
  else await returnCalls(calls)
  await openDueAccounts()
}

/**
 * Reads one open inquiry at once, due or not: staff wait for it.
 * @returns whether the service was asked. It isn't while calls are paused, or when none is free in time
 */
export async function readAtOnce(id: string, patienceMs: number): Promise<boolean> {
  if ((await takeCall('awaited', patienceMs)) === null) return false
  const [claimed] = await claim(Prisma.sql`"id" = ${id}::uuid AND "openState" = 'OPEN'`, 1)
  if (!claimed) {
    await returnCalls(1)
    return false
  }
  await settle(claimed)
  return true
}

interface Reconciler {
  /** Something became due: don't wait for the next tick. */
  wake(): void
  /** Claims nothing more, and resolves when what was claimed is settled. */
  stop(): Promise<void>
}

// Next bundles instrumentation and routes separately: this is how a route finds the loop of its process.
const shared: { merchantReconciler?: Reconciler } = globalThis as {
  merchantReconciler?: Reconciler
}

/**
 * Settles an inquiry that has just become due: by this process's loop, or with `RECONCILER=cron` once the response is
 * sent.
 * @param after runs work when the response is sent, as Next's `after` does
 */
export function reconcileSoon(id: string, after: (work: () => Promise<unknown>) => void): void {
  if (env().RECONCILER === 'cron') after(() => reconcileOne(id))
  else shared.merchantReconciler?.wake()
}

/** Runs for as long as the process does. */
export function startReconciler(): Reconciler {
  const inFlight = new Set<Promise<void>>()
  const outbox = Array.from({ length: OPENINGS_AT_ONCE }, () =>
    startLoop('outbox_failed', async (isStopped) => {
      await openInTurn(isStopped)
      return IDLE
    }),
  )
  const wakeOutbox = () => {
    for (const worker of outbox) worker.wake()
  }
  const reads = startLoop('reconcile_failed', async (isStopped) => {
    const free = places() - inFlight.size
    const { claimed, waitMs, isWakeable } = await claimDue(free, isStopped)
    for (const inquiry of claimed) {
      const work = settle(inquiry, wakeOutbox).finally(() => {
        inFlight.delete(work)
        reads.wake()
      })
      inFlight.add(work)
    }
    return waitMs === null ? IDLE : { waitMs, isWakeable }
  })
  shared.merchantReconciler = {
    wake: reads.wake,
    stop: async () => {
      await Promise.all([reads, ...outbox].map((loop) => loop.stop()))
      await Promise.all(inFlight)
    },
  }
  return shared.merchantReconciler
}

interface Pause {
  /** Until the next step, at most a tick. */
  waitMs: number
  /** False while not even the most urgent read gets a call: more to do doesn't change that. */
  isWakeable: boolean
}
const IDLE: Pause = { waitMs: TICK_MS, isWakeable: true }

/** Repeats a step until it is stopped. */
function startLoop(
  failure: string,
  step: (isStopped: () => boolean) => Promise<Pause>,
): Reconciler {
  let isStopped = false
  let isWoken = false
  let wake = () => {}
  let end = () => {}
  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false
      const { waitMs, isWakeable } = await step(() => isStopped).catch((error) => {
        log.error(failure, { error: errorName(error) })
        return IDLE
      })
      if (isStopped || (isWoken && isWakeable)) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(waitMs, TICK_MS))
        end = () => {
          clearTimeout(timer)
          resolve()
        }
        wake = isWakeable ? end : () => {}
      })
    }
  }
  const running = run()
  return {
    wake: () => {
      isWoken = true
      wake()
    },
    stop: () => {
      isStopped = true
      end()
      return running
    },
  }
}

/** Not `clock_timestamp()`: an index can't look for a volatile function's result, so it would read every row in it. */
const DUE = Prisma.sql`"nextReadAt" <= statement_timestamp()`

/**
 * Claims what is due, most urgent first, as far as the budget goes.
 * @returns `waitMs` null when nothing more is due, else how long until there may be a call for it; `isWakeable` whether
 *   something more urgent would get a call before that
 */
async function claimDue(
  atMost: number,
  isStopped: () => boolean = () => false,
): Promise<{ claimed: Claimed[]; waitMs: number | null; isWakeable: boolean }> {
  const nothing = { claimed: [], waitMs: null, isWakeable: true }
  if (atMost <= 0) return nothing
  const due = await countDue(atMost)
  const waiting = CLASSES.filter(({ priority }) => due[priority] > 0)
  const [first, ...others] = waiting
  if (!first) return nothing
  if (others.length === 0) fairness.passedOver = 0
  const isFairTurn = fairness.passedOver >= FAIR_AFTER
  const other = isFairTurn ? others[fairness.letThrough % others.length] : undefined
  const order = waiting.map(({ priority, rows }) => ({ priority, rows, most: due[priority] }))
  if (other) order.unshift({ priority: first.priority, rows: other.rows, most: 1 })
  for (const { priority, rows, most } of order) {
    const { calls, retryAfterMs } = await takeCalls(priority, most)
    if (calls === 0 || isStopped()) {
      await returnCalls(calls)
      const isUrgent = priority === 'reported' || priority === 'awaited'
      return { claimed: [], waitMs: retryAfterMs, isWakeable: !isUrgent }
    }
    const claimed = await claim(Prisma.sql`${rows} AND ${DUE}`, calls)
    if (claimed.length < calls) await returnCalls(calls - claimed.length)
    if (claimed.length > 0) {
      fairness.passedOver = isFairTurn ? 0 : fairness.passedOver + 1
      if (isFairTurn) fairness.letThrough++
      return { claimed, waitMs: 0, isWakeable: false }
    }
    // Other transactions hold these rows, so it is the next class's turn.
  }
  return { ...nothing, waitMs: HELD_MS }
}

async function countDue(atMost: number): Promise<Record<CallPriority, number>> {
  const counts = CLASSES.map(
    ({ priority, rows }) => Prisma.sql`(
      SELECT count(*)::int FROM (SELECT 1 FROM "Inquiry" WHERE ${rows} AND ${DUE} LIMIT ${atMost}) AS due
    ) AS ${Prisma.raw(priority)}`,
  )
  const [due] = await db().$queryRaw<Record<CallPriority, number>[]>`SELECT ${Prisma.join(counts)}`
  return due ?? { reported: 0, awaited: 0, opening: 0, scheduled: 0 }
}

/**
 * Claims inquiries by moving their time to the end of a lease, the longest due first. A read that an event waits for stays
 * urgent, and for a while one that a customer asked for, so that after a crash or a failure it doesn't queue behind the
 * scheduled ones.
 */
const claim = (claimable: Prisma.Sql, atMost: number): Promise<Claimed[]> =>
  db().$queryRaw<Claimed[]>`
    UPDATE "Inquiry" SET
      "nextReadAt" = clock_timestamp() + ${LEASE_MS}::float8 * interval '1 millisecond',
      "urgent" = "openState" = 'OPEN' AND (coalesce("heardAt" >= coalesce("readAt", '-infinity'), false)
        OR "urgent" AND "readAttempts" < ${MAX_ASKED_READS}),
      "readAttempts" = "readAttempts" + 1,
      "openAttempts" = "openAttempts" + CASE WHEN "openState" = 'OPENING' THEN 1 ELSE 0 END
    WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "Inquiry" WHERE ${claimable}
      ORDER BY "nextReadAt" LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ))
    RETURNING *, clock_timestamp() AS "claimedAt"`

/** @param onGranted an account is due to be opened */
async function settle(inquiry: Claimed, onGranted: () => void = () => {}): Promise<void> {
  try {
    if (inquiry.openState === 'OPENING') await sendOpen(inquiry, backgroundService())
    else if (await readInquiry(inquiry, inquiry.claimedAt, backgroundService())) onGranted()
  } catch (error) {
    log.error('reconcile_failed', { inquiry: inquiry.id, error: errorName(error) })
    await postpone(inquiry, errorName(error))
  }
}

/** A read that throws may throw again. If the database is down, the lease ends on its own. */
async function postpone(inquiry: Inquiry, readError: string): Promise<void> {
  if (inquiry.openState === 'OPENING') return
  const longestMs = awaitsRead(inquiry) ? LONGEST_AWAITED_DELAY_MS : undefined
  const delayMs = Math.max(LEASE_MS, readDelayMs(inquiry.readAttempts, Math.random, longestMs))
  await db().$executeRaw`
      UPDATE "Inquiry" SET "readError" = ${readError},
        "nextReadAt" = clock_timestamp() + ${delayMs}::float8 * interval '1 millisecond'
      WHERE "id" = ${inquiry.id}::uuid AND NOT ("urgent" AND "nextReadAt" <= clock_timestamp())`.catch(
    (error) => log.error('postpone_failed', { inquiry: inquiry.id, error: errorName(error) }),
  )
}
