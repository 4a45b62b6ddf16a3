/**
 * The reconciler: claims what is due and settles it, as fast as the call budget allows. Any number of instances may run it:
 * as a loop inside the app's process (`RECONCILER=loop`), or one pass at a time from the cron route (`RECONCILER=cron`, for
 * platforms that freeze a process between requests).
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorName, log } from '../log'
import { verificationService } from '../verification-service'
import { type Claim, claimNext, findOldestDue, setAsideStrays } from './claim'
import { openGrantedAccount } from './open-granted-account'
import { sendOpen } from './open-inquiry'
import { applyFailure, type PendingAccount, readInquiry } from './read-inquiry'
import { KEPT_FOR_IDENTITY, returnCall, takeCall } from './service-gate'

/** How long a pass waits for the accounts that it is opening: as long as a call may take. */
const LONGEST_OPENING_MS = 10_000
/** Limits memory: the response in each slot may be 1 MiB. More than most budgets fill, so a slow response delays no other call. */
const SLOTS = 64
/** How often a loop or a pass checks whether more has become due. */
const TICK_MS = 1_000
/** In every fourth claim, what has been due for longest gets a place, so that nothing waits for ever. */
const FAIR_TURN = 4

/** A pass may be too short for a fair turn, so all passes of a process count together. */
let turn = 0

/** What one loop or pass has under way. */
class Work {
  /** How many inquiries it has claimed. */
  claimed = 0
  /** Each holds a slot. */
  readonly calls = new Set<Promise<void>>()
  /** Accounts hold none, so a core system that hangs never holds up a read. */
  readonly openings = new Set<Promise<void>>()

  /**
   * Claims what is next and starts to settle it.
   * @returns how long to wait before the next step; null if nothing is due
   */
  async step(): Promise<number | null> {
    const waitMs = await this.#claim()
    // Behind them, there may be events of ours.
    return (await setAsideStrays()) > 0 ? 0 : waitMs
  }

  /** Until a call ends, but no longer than a tick. */
  async rest(waitMs: number | null): Promise<void> {
    await Promise.race([...this.calls, sleep(Math.min(waitMs ?? TICK_MS, TICK_MS))])
  }

  async #claim(): Promise<number | null> {
    if ((await findOldestDue()) === null) return null
    if (this.calls.size === SLOTS) return TICK_MS
    const { isGranted, ampleAfterMs, retryAfterMs } = await takeCall(KEPT_FOR_IDENTITY)
    if (!isGranted) return retryAfterMs
    turn += 1
    // Somebody else may have just bound the same id. The next step finds the row bound.
    const claim = await claimNext(ampleAfterMs === 0, turn % FAIR_TURN === 0).catch((error) => {
      log.error('claim_failed', { error: errorName(error) })
      return null
    })
    if (!claim) {
      await returnCall()
      // A scheduled one may have to wait until the bucket is full, and what doesn't fit into that is lost.
      return ampleAfterMs || TICK_MS
    }
    this.claimed += 1
    this.#start(claim)
    return 0
  }

  #start(claim: Claim): void {
    const call = makeCall(claim).then((account) => {
      this.calls.delete(call)
      if (!account) return
      const opening = openGrantedAccount(account)
        .catch((error) => logFailure(claim, error))
        .finally(() => this.openings.delete(opening))
      this.openings.add(opening)
    })
    this.calls.add(call)
  }
}

const logFailure = ({ id: inquiry }: Claim, error: unknown): void =>
  log.error('reconcile_failed', { inquiry, error: errorName(error) })

/**
 * Makes the call that a claim is for. Never rejects.
 * @returns the account to open, if the call has confirmed an approval
 */
async function makeCall(claim: Claim): Promise<PendingAccount | null> {
  try {
    const service = verificationService()
    if (claim.openState === 'OPENING') await sendOpen(claim, service)
    return await readInquiry(claim, service)
  } catch (error) {
    logFailure(claim, error)
    // It may throw again, so it has to wait. An open, or anything while the database is down, waits for its lease to expire.
    if (claim.openState === 'OPEN')
      await applyFailure(claim, { kind: 'failed' }, errorName(error)).catch((failure) =>
        logFailure(claim, failure),
      )
    return null
  }
}

/**
 * Settles what is due, for a limited time.
 * @param passMs how long it keeps claiming. Calls that are under way by then, and then openings, may each take ten seconds longer
 * @returns how many inquiries it claimed, and whether nothing due is left
 */
export async function reconcileDue(
  passMs: number,
): Promise<{ reconciled: number; isComplete: boolean }> {
  const endsAt = Date.now() + passMs
  const work = new Work()
  let isComplete: boolean
  for (;;) {
    const wasIdle = work.calls.size === 0
    const waitMs = await work.step()
    // A settled inquiry may be due again, so the pass isn't complete while one is under way.
    isComplete = waitMs === null && wasIdle
    if (isComplete || Date.now() + (waitMs ?? 0) >= endsAt) break
    await work.rest(waitMs)
  }
  await Promise.all(work.calls)
  await Promise.race([Promise.all(work.openings), sleep(LONGEST_OPENING_MS)])
  return { reconciled: work.claimed, isComplete }
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
/** Enough that one looks while others wait for their calls. With one for each event, a burst of events would be stored slowly. */
const PASSES_AFTERWARDS = 4
let passesAfterwards = 0

/**
 * Settles what has just become due: by this process's loop, or if it has none, once the response is sent.
 * @param after runs work once the response is sent, like Next's `after`
 */
export function reconcileSoon(after: (work: () => Promise<unknown>) => void): void {
  if (shared.merchantReconciler) shared.merchantReconciler.wake()
  else
    after(async () => {
      if (passesAfterwards === PASSES_AFTERWARDS) return
      passesAfterwards += 1
      await reconcileDue(AFTERWARDS_MS).finally(() => {
        passesAfterwards -= 1
      })
    })
}

/** Starts the loop, which runs until it is stopped. */
export function startReconciler(): Reconciler {
  const work = new Work()
  let isStopped = false
  let wake = () => {}
  async function run(): Promise<void> {
    while (!isStopped) {
      // A new one each time: a promise as old as the process would keep a reaction of every turn.
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const waitMs = await work.step().catch((error) => {
        log.error('reconcile_failed', { error: errorName(error) })
        return TICK_MS
      })
      // While the budget or the slots are the limit, looking again earlier would achieve little.
      await Promise.race([work.rest(waitMs), ...(waitMs === null ? [woken] : [])])
    }
  }
  const running = run()
  shared.merchantReconciler = {
    wake: () => wake(),
    stop: async () => {
      isStopped = true
      wake()
      await running
      await Promise.all(work.calls)
      await Promise.all(work.openings)
    },
  }
  return shared.merchantReconciler
}
