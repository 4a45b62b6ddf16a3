/**
 * The reconciler: takes events in, claims what is due and settles it, as fast as the call budget allows. Any number of instances may
 * run it: as a loop inside the app's process (`RECONCILER=loop`), or one pass at a time from the cron route (`RECONCILER=cron`, for
 * platforms that freeze a process between requests).
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorName, log } from '../runtime/log'
import { oncePerProcess } from '../runtime/once-per-process'
import { finishClaim } from './finish-claim'
import { setAsideForeignEvents } from './inbox'
import { sendOpen } from './open-inquiry'
import { type Claim, claimNext, findOldestDue, takeInNext } from './queue'
import { applyFailure, readInquiry, type Unfinished } from './read-inquiry'
import { KEPT_FOR_IDENTITY, returnCall, takeCall } from './service-gate'
import { verificationService } from './verification-service'

/** How long a pass waits for the accounts that it is opening: as long as a call may take. */
const LONGEST_OPENING_MS = 10_000
/** Limits memory: the response in each slot may be 1 MiB. More than most budgets fill, so a slow response delays no other call. */
const SLOTS = 64
/** How often a loop or a pass checks whether more has become due. */
const TICK_MS = 1_000
/** How soon a busy or paused loop looks again when it is woken. */
const PAUSE_MS = 400
/** How many inquiries get their events between two calls, so that a burst of events doesn't hold up reads. */
const TAKEN_IN_PER_STEP = 20
/** In every fourth claim, what has been due for longest goes first, so that nothing waits forever. */
const FAIR_TURN = 4

interface Reconciler {
  /** Something may have become due: don't wait for the next tick. */
  wake(): void
  /** Stops claiming, and resolves once everything that was claimed is settled. */
  stop(): Promise<void>
}

/** What routes and start-up share. */
export const inProcess = oncePerProcess('reconciler', () => ({
  /** Null if this process has none. */
  loop: null as Pick<Reconciler, 'wake'> | null,
  /** Passes under way that requests have started. */
  passes: 0,
  /** How many claims were tried. A pass may be too short for a fair turn, so all of them count together. */
  turns: 0,
}))

/** What one loop or pass has under way. */
class Work {
  /** How many inquiries it has claimed. */
  claimed = 0
  /** Each holds a slot. */
  readonly calls = new Set<Promise<void>>()
  /** Accounts and notices hold none, so a core system that hangs never holds up a read. */
  readonly endings = new Set<Promise<void>>()

  /**
   * Takes events in, claims what is next and starts to settle it.
   * @returns how long to wait before the next step; null if nothing is due
   */
  async step(): Promise<number | null> {
    if ((await findOldestDue()) === null) return null
    const hasMoreEvents = await takeEventsIn()
    // Foreign events may hide ours from the next look.
    const isHidden = (await setAsideForeignEvents()) > 0
    const waitMs = await this.#claim()
    return hasMoreEvents || isHidden ? 0 : waitMs
  }

  /** Until a call ends, but no longer than a tick. */
  async rest(waitMs: number | null): Promise<void> {
    await Promise.race([...this.calls, sleep(Math.min(waitMs ?? TICK_MS, TICK_MS))])
  }

  async #claim(): Promise<number> {
    if (this.calls.size === SLOTS) return TICK_MS
    const { isGranted, ampleAfterMs, retryAfterMs } = await takeCall(KEPT_FOR_IDENTITY)
    if (!isGranted) return retryAfterMs
    inProcess.turns += 1
    const isFair = inProcess.turns % FAIR_TURN === 0
    const choice = { scheduled: ampleAfterMs === 0, fair: isFair }
    const claim = await claimNext(choice).catch(logClaimFailure)
    if (!claim) {
      await returnCall()
      // A scheduled read waits until the bucket is full. Tokens beyond its capacity would be lost.
      return ampleAfterMs || TICK_MS
    }
    this.claimed += 1
    this.#start(claim)
    return 0
  }

  #start(claim: Claim): void {
    const call = makeCall(claim).then((unfinished) => {
      this.calls.delete(call)
      if (!unfinished) return
      const ending = finishClaim(unfinished)
        .catch((error) => logFailure(claim, error))
        .finally(() => this.endings.delete(ending))
      this.endings.add(ending)
    })
    this.calls.add(call)
  }
}

/** Two instances may have bound one id at the same time. The next step finds the row bound. */
function logClaimFailure(error: unknown): null {
  log.error('claim_failed', { error: errorName(error) })
  return null
}

/** @returns whether there may be more */
async function takeEventsIn(): Promise<boolean> {
  for (let taken = 0; taken < TAKEN_IN_PER_STEP; taken++)
    if (!(await takeInNext().catch(logClaimFailure))) return false
  return true
}

const logFailure = ({ id: inquiry }: Claim, error: unknown): void =>
  log.error('reconcile_failed', { inquiry, error: errorName(error) })

/**
 * Makes the call that a claim is for. Never rejects.
 * @returns what is left to do under the claim
 */
async function makeCall(claim: Claim): Promise<Unfinished | null> {
  try {
    const service = verificationService()
    if (claim.openState === 'OPENING') await sendOpen(claim, service)
    return await readInquiry(claim, service)
  } catch (error) {
    logFailure(claim, error)
    // It may throw again, so it has to wait. An open, or anything while the database is down, waits for its lease to expire.
    if (claim.openState === 'OPEN')
      return await applyFailure(claim, { kind: 'failed' }, errorName(error)).catch((failure) => {
        logFailure(claim, failure)
        return null
      })
    return null
  }
}

/**
 * Settles what is due, for a limited time.
 * @param passMs how long it keeps claiming. Calls that are under way by then, and then accounts, may each take ten seconds longer
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
  await Promise.race([Promise.all(work.endings), sleep(LONGEST_OPENING_MS)])
  return { reconciled: work.claimed, isComplete }
}

/** How long a request's own process looks after what has just become due, if it has no loop. */
const AFTERWARDS_MS = 2_000
/** Enough that one looks while others wait for their calls. With one for each event, a burst of events would be stored slowly. */
const PASSES_AFTERWARDS = 4

/**
 * Settles what has just become due: by this process's loop, or if it has none, once the response is sent.
 * @param after runs work once the response is sent, like Next's `after`
 */
export function reconcileSoon(after: (work: () => Promise<unknown>) => void): void {
  if (inProcess.loop) inProcess.loop.wake()
  else
    after(async () => {
      // The others may be waiting for slow calls, and what an event reports must not wait for those.
      if (inProcess.passes === PASSES_AFTERWARDS) return await takeEventsIn()
      inProcess.passes += 1
      await reconcileDue(AFTERWARDS_MS).finally(() => {
        inProcess.passes -= 1
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
      // While the budget or the slots are the limit, only events can be dealt with earlier.
      const isIdle = waitMs === null
      await Promise.race([work.rest(waitMs), woken.then(() => (isIdle ? null : sleep(PAUSE_MS)))])
    }
  }
  const running = run()
  const loop = {
    wake: () => wake(),
    stop: async () => {
      isStopped = true
      wake()
      await running
      await Promise.all(work.calls)
      await Promise.all(work.endings)
    },
  }
  inProcess.loop = loop
  return loop
}
