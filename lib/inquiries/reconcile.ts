/**
 * The reconciler: claims inquiries that are due and settles them, as fast as the call budget allows. Any number of
 * instances may run it. It runs as a loop inside the app's process (`RECONCILER=loop`), or one pass at a time from the
 * cron route (`RECONCILER=cron`, for platforms that freeze a process between requests).
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { db, NOW_AS_STORED } from '../db'
import { errorName, log } from '../log'
import { type Inquiry, Prisma } from '../prisma-client/client'
import { backgroundService } from '../verification-service'
import { OPENINGS_AT_ONCE, openDueAccounts, openInTurn } from './account-openings'
import { LEASE_MS, sendOpen } from './open-inquiry'
import { readInquiry } from './read-inquiry'
import { LONGEST_AWAITED_DELAY_MS, MAX_ASKED_READS, readDelayMs } from './rules'
import { type CallPriority, mostCallsIn, returnCalls, takeCall, takeCalls } from './service-gate'
import { awaitsRead } from './status'

/** The client's deadline: a response that trickles in keeps its slot for this long. */
const LONGEST_CALL_MS = 10_000
/** Limits memory: the response in each slot may be 1 MiB. */
const MAX_SLOTS = 64
/** How often a loop or a pass checks whether more has become due. */
const TICK_MS = 1_000
/** How soon to retry due rows that other transactions had locked. */
const HELD_MS = 200

/** In order of priority. Each filter fits the index on `urgent`, `openState` and `nextReadAt`. */
const CLASSES: readonly { priority: CallPriority; rows: Prisma.Sql }[] = [
  {
    priority: 'reported',
    rows: Prisma.sql`"urgent" AND "openState" = 'OPEN' AND "heardAt" >= coalesce("readAt", '-infinity')`,
  },
  { priority: 'awaited', rows: Prisma.sql`"urgent" AND "openState" IN ('OPENING', 'OPEN')` },
  { priority: 'opening', rows: Prisma.sql`NOT "urgent" AND "openState" = 'OPENING'` },
  { priority: 'scheduled', rows: Prisma.sql`NOT "urgent" AND "openState" = 'OPEN'` },
]

/** After this many turns in a row for the highest class, one call goes to a lower class, so that none starves. */
const FAIR_AFTER = 4
/** How many turns in a row lower classes had to wait, and how often one of them was let through. */
const fairness = { passedOver: 0, letThrough: 0 }

/**
 * How many inquiries may be in flight: more than the call budget can fill, so slow responses never take the slot of the
 * next call that the budget allows. Above 300 calls a minute the budget could fill them all, and a call may have to wait
 * until a deadline passes.
 */
const slots = (): number => Math.min(mostCallsIn(LONGEST_CALL_MS), MAX_SLOTS)

/** A claimed inquiry, with the database's time of the claim. */
type Claimed = Inquiry & { claimedAt: Date }

/**
 * Settles the inquiries that are due.
 * @param passMs how long it keeps claiming. Work that is in flight by then may take {@link LONGEST_CALL_MS} longer
 * @returns how many inquiries it settled, and whether nothing due is left
 */
export async function reconcileDue(
  passMs: number,
): Promise<{ reconciled: number; isComplete: boolean }> {
  const endsAt = Date.now() + passMs
  // In parallel with the reads, so an account that won't open doesn't keep any inquiry waiting.
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
    const { claimed, waitMs } = await claimDue(slots() - inFlight.size)
    for (const inquiry of claimed) {
      const work = settle(inquiry, { onGranted }).finally(() => inFlight.delete(work))
      inFlight.add(work)
    }
    reconciled += claimed.length
    // A settled inquiry may be due again, so the pass isn't complete while one is in flight.
    isComplete = claimed.length === 0 && waitMs === null && wasIdle
    if (claimed.length > 0 || isComplete) continue
    if (wasIdle && Date.now() + (waitMs ?? 0) >= endsAt) break
    await Promise.race([...inFlight, sleep(Math.min(waitMs ?? TICK_MS, TICK_MS))])
  }
  await Promise.all(inFlight)
  return { reconciled, isComplete }
}

/**
 * Settles one inquiry now, if it is due and the budget has a call left, because a customer is waiting. Otherwise the next
 * pass takes it.
 */
export async function reconcileOne(id: string): Promise<void> {
  await settleOne(id)
  await openDueAccounts()
}

/** Like {@link reconcileOne}, but leaves granted accounts to the outbox's own loop. */
export async function settleOne(id: string): Promise<void> {
  const { calls } = await takeCalls('awaited', 1)
  const [claimed] = calls > 0 ? await claim(Prisma.sql`"id" = ${id}::uuid AND ${DUE}`, 1) : []
  if (claimed) await settle(claimed)
  else await returnCalls(calls)
}

/**
 * Reads one open inquiry now, due or not, because staff are waiting. However often they ask, the backoff doesn't grow, and a
 * failure leaves the next scheduled read where it was.
 * @returns whether it called the service: false if the inquiry isn't open or its row is locked, calls are paused, or no call
 *   comes free in time
 */
export async function readAtOnce(id: string, patienceMs: number): Promise<boolean> {
  if ((await takeCall('awaited', patienceMs)) === null) return false
  const [claimed] = await claimForStaff(id)
  if (!claimed) {
    await returnCalls(1)
    return false
  }
  await settle(claimed, { isScheduled: false })
  return true
}

interface Reconciler {
  /** Something became due: don't wait for the next tick. */
  wake(): void
  /** Stops claiming, and resolves once everything that was claimed is settled. */
  stop(): Promise<void>
}

// Next bundles instrumentation and routes separately, so a route finds its process's loop through globalThis.
const shared: { merchantReconciler?: Reconciler } = globalThis as {
  merchantReconciler?: Reconciler
}

/**
 * Settles an inquiry that has just become due: by this process's loop, or if it has none, once the response is sent.
 * @param after runs work once the response is sent, like Next's `after`
 */
export function reconcileSoon(id: string, after: (work: () => Promise<unknown>) => void): void {
  if (shared.merchantReconciler) shared.merchantReconciler.wake()
  else after(() => reconcileOne(id))
}

/** Starts the loops, which run until they are stopped. */
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
    const free = slots() - inFlight.size
    const { claimed, waitMs, isWakeable } = await claimDue(free, isStopped)
    for (const inquiry of claimed) {
      const work = settle(inquiry, { onGranted: wakeOutbox }).finally(() => {
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
  /** False while even the most urgent read couldn't get a call, so waking the loop would achieve nothing. */
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

/**
 * Like {@link NOW_AS_STORED}, but not `clock_timestamp()`: a volatile function can't be an index condition, so PostgreSQL
 * would scan the whole index.
 */
const DUE = Prisma.sql`"nextReadAt" <= statement_timestamp()::timestamptz(3)`

/**
 * Claims due inquiries, most urgent first, as far as the budget goes.
 * @returns `waitMs` how long to wait before claiming again, null if nothing is due or no slot is free; `isWakeable` whether
 *   new, more urgent work could start sooner
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
    // Other transactions have locked these rows, so it is the next class's turn.
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

const LEASE_END = Prisma.sql`clock_timestamp() + ${LEASE_MS}::float8 * interval '1 millisecond'`

/**
 * Claims inquiries, longest due first, by moving `nextReadAt` to the end of a lease. A read that must confirm an event stays
 * urgent. A read that a customer asked for stays urgent for {@link MAX_ASKED_READS} attempts. So neither queues behind
 * scheduled reads after a crash or failure.
 */
const claim = (claimable: Prisma.Sql, atMost: number): Promise<Claimed[]> =>
  db().$queryRaw<Claimed[]>`
    UPDATE "Inquiry" SET
      "nextReadAt" = ${LEASE_END},
      "urgent" = "openState" = 'OPEN' AND (coalesce("heardAt" >= coalesce("readAt", '-infinity'), false)
        OR "urgent" AND "readAttempts" < ${MAX_ASKED_READS}),
      "readAttempts" = "readAttempts" + 1,
      "openAttempts" = "openAttempts" + CASE WHEN "openState" = 'OPENING' THEN 1 ELSE 0 END
    WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "Inquiry" WHERE ${claimable}
      ORDER BY "nextReadAt" LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ))
    RETURNING *, clock_timestamp() AS "claimedAt"`

/** Claims an open inquiry, due or not. A read that is scheduled for after the lease stays scheduled. */
const claimForStaff = (id: string): Promise<Claimed[]> =>
  db().$queryRaw<Claimed[]>`
    UPDATE "Inquiry" SET "nextReadAt" = greatest("nextReadAt", ${LEASE_END})
    WHERE "id" = (
      SELECT "id" FROM "Inquiry" WHERE "id" = ${id}::uuid AND "openState" = 'OPEN' FOR UPDATE SKIP LOCKED
    )
    RETURNING *, clock_timestamp() AS "claimedAt"`

interface Settling {
  /** Called when an account is due to be opened. */
  onGranted?: () => void
  isScheduled?: boolean
}

async function settle(
  inquiry: Claimed,
  { onGranted = () => {}, isScheduled = true }: Settling = {},
): Promise<void> {
  const service = backgroundService()
  try {
    if (inquiry.openState === 'OPENING') await sendOpen(inquiry, service)
    else if (await readInquiry(inquiry, inquiry.claimedAt, service, isScheduled)) onGranted()
  } catch (error) {
    log.error('reconcile_failed', { inquiry: inquiry.id, error: errorName(error) })
    await postpone(inquiry, errorName(error))
  }
}

/** A read that throws may throw again, so it has to wait. If the database is down, the lease expires instead. */
async function postpone(inquiry: Inquiry, readError: string): Promise<void> {
  if (inquiry.openState === 'OPENING') return
  const longestMs = awaitsRead(inquiry) ? LONGEST_AWAITED_DELAY_MS : undefined
  const delayMs = Math.max(LEASE_MS, readDelayMs(inquiry.readAttempts, Math.random, longestMs))
  await db().$executeRaw`
      UPDATE "Inquiry" SET "readError" = ${readError},
        "nextReadAt" = clock_timestamp() + ${delayMs}::float8 * interval '1 millisecond'
      WHERE "id" = ${inquiry.id}::uuid AND NOT ("urgent" AND "nextReadAt" <= ${NOW_AS_STORED})`.catch(
    (error) => log.error('postpone_failed', { inquiry: inquiry.id, error: errorName(error) }),
  )
}
