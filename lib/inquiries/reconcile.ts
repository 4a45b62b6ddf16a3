/**
 * The reconciler: claims what is due and settles it, as fast as the call budget allows. Any number of instances may run it:
 * as a loop inside the app's process (`RECONCILER=loop`), or one pass at a time from the cron route (`RECONCILER=cron`, for
 * platforms that freeze a process between requests).
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '../env'
import { errorName, log } from '../log'
import { verificationService } from '../verification-service'
import { askForRead, type Claim, claimDue, claimOne, findOldestDue, setAsideStrays } from './claim'
import { openGrantedAccount } from './open-granted-account'
import { sendOpen } from './open-inquiry'
import { applyFailure, readInquiry } from './read-inquiry'
import { KEPT_BACK, KEPT_FOR_IDENTITY, mostCallsIn, returnCalls, takeCalls } from './service-gate'

/** The client's deadline: a response that trickles in keeps its slot for this long. */
const LONGEST_CALL_MS = 10_000
/** Limits memory: the response in each slot may be 1 MiB. */
const MAX_SLOTS = 64
/** How often a loop or a pass checks whether more has become due. */
const TICK_MS = 1_000
/** In every fourth claim, what has been due for longest gets a place, so that nothing waits for ever. */
const FAIR_TURN = 4

/** A pass may be too short for a fair turn, so all passes of a process count together. */
let turn = 0

/** What one loop or pass has under way. */
class Work {
  /** Each holds a slot: more than the budget can fill, so a slow response never takes the slot of the next call. */
  readonly calls = new Set<Promise<void>>()
  /** Accounts hold none, so a core system that hangs never holds up a read. */
  readonly openings = new Set<Promise<void>>()

  /**
   * Claims what is due and starts to settle it.
   * @returns how many it claimed, and how long to wait before the next step; null if nothing is due
   */
  async step(): Promise<{ claimed: number; waitMs: number | null }> {
    const strays = await setAsideStrays().catch((error) => {
      log.error('strays_not_set_aside', { error: errorName(error) })
      return 0
    })
    const step = await this.#claim()
    // Behind them, there may be events of ours.
    return strays > 0 ? { ...step, waitMs: 0 } : step
  }

  /** Until a call ends, but no longer than a tick. */
  async rest(waitMs: number | null): Promise<void> {
    await Promise.race([...this.calls, sleep(Math.min(waitMs ?? TICK_MS, TICK_MS))])
  }

  async #claim(): Promise<{ claimed: number; waitMs: number | null }> {
    if ((await findOldestDue()) === null) return { claimed: 0, waitMs: null }
    const slots = Math.min(mostCallsIn(LONGEST_CALL_MS), MAX_SLOTS) - this.calls.size
    if (slots <= 0) return { claimed: 0, waitMs: TICK_MS }
    const { calls, left, retryAfterMs } = await takeCalls(slots, KEPT_FOR_IDENTITY)
    if (calls === 0) return { claimed: 0, waitMs: retryAfterMs }
    const keptBack = Math.min(KEPT_BACK, env().VERIFICATION_CALLS_PER_MINUTE - 1)
    const ofLongestDue = calls - Math.max(0, keptBack - Math.floor(left))
    turn += 1
    const isFair = turn % FAIR_TURN === 0
    // Somebody else may have just bound the same id. The next step finds the row bound.
    const claims = await claimDue(calls, ofLongestDue, isFair).catch((error): Claim[] => {
      log.error('claim_failed', { error: errorName(error) })
      return []
    })
    await returnCalls(calls - claims.length)
    for (const claim of claims) this.#start(claim)
    return { claimed: claims.length, waitMs: claims.length > 0 ? 0 : TICK_MS }
  }

  #start(claim: Claim): void {
    const call = makeCall(claim).then((open) => {
      this.calls.delete(call)
      if (!open) return
      const opening = open().finally(() => this.openings.delete(opening))
      this.openings.add(opening)
    })
    this.calls.add(call)
  }
}

/**
 * Makes the call that a claim is for. Never rejects.
 * @returns what opens the account, if the call has confirmed an approval
 */
async function makeCall(claim: Claim): Promise<(() => Promise<void>) | null> {
  const service = verificationService()
  const { id: inquiry } = claim
  const fail = (error: unknown) =>
    log.error('reconcile_failed', { inquiry, error: errorName(error) })
  try {
    if (claim.openState === 'OPENING') await sendOpen(claim, service)
    const account = await readInquiry(claim, service)
    return account && (() => openGrantedAccount(account).catch(fail))
  } catch (error) {
    fail(error)
    // It may throw again, so it has to wait. An open, or anything while the database is down, waits for its lease to expire.
    if (claim.openState === 'OPEN')
      await applyFailure(claim, { kind: 'failed' }, errorName(error)).catch(fail)
    return null
  }
}

/**
 * Settles what is due, for a limited time.
 * @param passMs how long it keeps claiming. Calls that are under way by then, and then openings, may each take {@link LONGEST_CALL_MS} longer
 * @returns how many inquiries it claimed, and whether nothing due is left
 */
export async function reconcileDue(
  passMs: number,
): Promise<{ reconciled: number; isComplete: boolean }> {
  const endsAt = Date.now() + passMs
  const work = new Work()
  let reconciled = 0
  let isComplete = false
  while (!isComplete && Date.now() < endsAt) {
    const wasIdle = work.calls.size === 0
    const { claimed, waitMs } = await work.step()
    reconciled += claimed
    // A settled inquiry may be due again, so the pass isn't complete while one is under way.
    isComplete = waitMs === null && wasIdle
    if (isComplete || claimed > 0) continue
    if (wasIdle && Date.now() + (waitMs ?? 0) >= endsAt) break
    await work.rest(waitMs)
  }
  await Promise.all(work.calls)
  await Promise.race([Promise.all(work.openings), sleep(LONGEST_CALL_MS, null, { ref: false })])
  return { reconciled, isComplete }
}

/**
 * Reads one inquiry now because staff are waiting, with a call that the caller has taken from the budget.
 * @returns false if another claim may be under way. Then a read follows within seconds
 */
export async function readNow(id: string): Promise<boolean> {
  const claim = await claimOne(id)
  if (!claim) {
    await Promise.all([returnCalls(1), askForRead(id)])
    return false
  }
  const open = await makeCall(claim)
  await open?.()
  return true
}

interface Reconciler {
  /** Something may have become due: don't wait for the next tick. */
  wake(): void
  /** Stops claiming, and resolves once everything that was claimed is settled. */
  stop(): Promise<void>
}

// Next bundles instrumentation and routes separately, so a route finds its process's loop through globalThis.
const shared: { merchantReconciler?: Reconciler } = globalThis as {
  merchantReconciler?: Reconciler
}

/** How long a request's own process looks after what has just become due, if it has no loop. */
const AFTERWARDS_MS = 2_000

/**
 * Settles what has just become due: by this process's loop, or if it has none, once the response is sent.
 * @param after runs work once the response is sent, like Next's `after`
 */
export function reconcileSoon(after: (work: () => Promise<unknown>) => void): void {
  if (shared.merchantReconciler) shared.merchantReconciler.wake()
  else after(() => reconcileDue(AFTERWARDS_MS))
}

/** Starts the loop, which runs until it is stopped. */
export function startReconciler(): Reconciler {
  const work = new Work()
  let isStopped = false
  let stop = () => {}
  let wake = () => {}
  async function run(): Promise<void> {
    while (!isStopped) {
      // New ones each time: a promise as old as the process would keep a reaction of every turn.
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const stopped = new Promise<void>((resolve) => {
        stop = resolve
      })
      const { claimed, waitMs } = await work.step().catch((error) => {
        log.error('reconcile_failed', { error: errorName(error) })
        return { claimed: 0, waitMs: TICK_MS }
      })
      if (claimed > 0) continue
      // Without a call left, looking again earlier would achieve nothing.
      await Promise.race([work.rest(waitMs), stopped, ...(waitMs === null ? [woken] : [])])
    }
  }
  const running = run()
  shared.merchantReconciler = {
    wake: () => wake(),
    stop: async () => {
      isStopped = true
      stop()
      await running
      await Promise.all(work.calls)
      await Promise.all(work.openings)
    },
  }
  return shared.merchantReconciler
}
