/**
 * The reconciler takes events in, claims due inquiries and finishes their work, as fast as the call budget allows. Any number of
 * instances may run it. `RECONCILER=loop` runs it as a loop in the app's process. `RECONCILER=cron` runs a pass for each call of the
 * cron route, and a short one after a request that makes work due, for platforms that freeze a process between requests.
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorName, failure, log } from '../runtime/log'
import { oncePerProcess } from '../runtime/once-per-process'
import { finishClaim } from './finish-claim'
import { setAsideForeignEvents } from './inbox'
import { sendOpen } from './open-inquiry'
import { type Claim, claimNext, findOldestDue, takeInNext } from './queue'
import { applyFailure, readInquiry, type Unfinished } from './read-inquiry'
import { IDENTITY_RESERVE, returnCall, takeCall } from './service-gate'
import { verificationService } from './verification-service'

/** How long a pass waits for account openings and notices. */
const LONGEST_OPENING_MS = 10_000
/** How many calls may run at once. This limits memory, because a response may be 1 MiB. Most call budgets never fill it. */
const SLOTS = 64
/** How often a loop or a pass checks for due work. */
const TICK_MS = 1_000
/** How soon a busy or paused loop checks again after it is woken. */
const PAUSE_MS = 400
/** How many inquiries' events one step takes in before it makes the next call, so that a burst of events doesn't delay reads. */
const TAKEN_IN_PER_STEP = 20
/** Every fourth claim takes the inquiry that has been due longest, so that none starves. */
const FAIR_TURN = 4

interface Reconciler {
  /** Checks for due work now, without waiting for the next tick. */
  wake(): void
  /** Stops claiming, and resolves when all claimed work is finished. */
  stop(): Promise<void>
}

/** The state that routes and start-up share. */
export const inProcess = oncePerProcess('reconciler', () => ({
  /** Null if this process has no loop. */
  loop: null as Pick<Reconciler, 'wake'> | null,
  /** How many passes that requests started are under way. */
  passes: 0,
  /** How often a claim was tried, over all passes: a short pass may never reach its fourth. */
  claimsTried: 0,
}))

/** The work that one loop or pass has under way. */
class Work {
  /** How many inquiries were claimed. */
  claimed = 0
  /** Each call holds a slot. */
  readonly calls = new Set<Promise<void>>()
  /** Account openings and notices hold no slot, so a hanging core system never delays a read. */
  readonly followUps = new Set<Promise<void>>()

  /**
   * Takes events in, claims the next inquiry and starts its call.
   * @returns how long to wait before the next step; null if nothing is due
   */
  async step(): Promise<number | null> {
    if ((await findOldestDue()) === null) return null
    const hasMoreEvents = await takeEventsIn()
    // Unmatched events may have filled the query's limit and hidden ours, so look again at once.
    const isHidden = (await setAsideForeignEvents()) > 0
    const waitMs = await this.#claim()
    return hasMoreEvents || isHidden ? 0 : waitMs
  }

  /** Waits until a call ends, but no longer than a tick. */
  async rest(waitMs: number | null): Promise<void> {
    await Promise.race([...this.calls, sleep(Math.min(waitMs ?? TICK_MS, TICK_MS))])
  }

  async #claim(): Promise<number> {
    if (this.calls.size === SLOTS) return TICK_MS
    const { isGranted, reserveFullAfterMs, retryAfterMs } = await takeCall(IDENTITY_RESERVE)
    if (!isGranted) return retryAfterMs
    inProcess.claimsTried += 1
    const isFair = inProcess.claimsTried % FAIR_TURN === 0
    const choice = { mayClaimScheduled: reserveFullAfterMs === 0, fair: isFair }
    const claim = await claimNext(choice).catch(logClaimFailure)
    if (!claim) {
      await returnCall()
      // Scheduled reads wait until the reserve is full again.
      return reserveFullAfterMs || TICK_MS
    }
    this.claimed += 1
    this.#start(claim)
    return 0
  }

  #start(claim: Claim): void {
    const call = makeCall(claim).then((unfinished) => {
      this.calls.delete(call)
      if (!unfinished) return
      const followUp = finishClaim(unfinished)
        .catch((error) => logFailure(claim, error))
        .finally(() => this.followUps.delete(followUp))
      this.followUps.add(followUp)
    })
    this.calls.add(call)
  }
}

/** A claim may fail if two instances store the same service id at the same time. The next step then succeeds. */
function logClaimFailure(error: unknown): null {
  log.error('claim_failed', failure(error))
  return null
}

/** @returns whether more events may wait */
async function takeEventsIn(): Promise<boolean> {
  for (let taken = 0; taken < TAKEN_IN_PER_STEP; taken++)
    if (!(await takeInNext().catch(logClaimFailure))) return false
  return true
}

const logFailure = ({ id: inquiry, correlationId }: Claim, error: unknown): void =>
  log.error('reconcile_failed', { inquiry, correlationId, ...failure(error) })

/**
 * Sends the open or the read of a claim. Never rejects.
 * @returns the remaining work under the claim; null if there is none
 */
async function makeCall(claim: Claim): Promise<Unfinished | null> {
  try {
    const service = verificationService()
    if (claim.openState === 'OPENING') {
      await sendOpen(claim, service)
      return null
    }
    return await readInquiry(claim, service)
  } catch (error) {
    logFailure(claim, error)
    // The same error may occur again, so delay the next read. A failed open waits for its lease to expire, and so does everything
    // while the database is down.
    if (claim.openState === 'OPEN')
      return await applyFailure(claim, { kind: 'failed' }, errorName(error)).catch((failure) => {
        logFailure(claim, failure)
        return null
      })
    return null
  }
}

/**
 * Runs one pass: claims due inquiries and finishes their work, for a limited time.
 * @param passMs how long it keeps claiming. Calls under way may take ten seconds longer, and then openings and notices ten more
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
    // An inquiry may be due again after its call, so the pass isn't complete while a call is under way.
    isComplete = waitMs === null && wasIdle
    if (isComplete || Date.now() + (waitMs ?? 0) >= endsAt) break
    await work.rest(waitMs)
  }
  await Promise.all(work.calls)
  await Promise.race([Promise.all(work.followUps), sleep(LONGEST_OPENING_MS)])
  return { reconciled: work.claimed, isComplete }
}

/** The length of a pass that a request starts in a process without a loop. */
const AFTERWARDS_MS = 2_000
/** How many such passes may run at once: enough that one is free while others wait for calls. More would slow down a burst of events. */
const PASSES_AFTERWARDS = 4

/**
 * Handles newly due work soon: wakes this process's loop or, without one, starts a pass after the response.
 * @param after runs work after the response is sent, like Next's `after`
 */
export function reconcileSoon(after: (work: () => Promise<unknown>) => void): void {
  if (inProcess.loop) inProcess.loop.wake()
  else
    after(async () => {
      // All passes may be waiting for slow calls, but a reported status must show at once. So only take events in.
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
      // Creates a new promise each time: one permanent promise would keep a callback of every turn in memory.
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const waitMs = await work.step().catch((error) => {
        log.error('reconcile_failed', failure(error))
        return TICK_MS
      })
      // While calls are paused or all slots are busy, the loop waits PAUSE_MS after a wake, because it couldn't claim anything.
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
      await Promise.all(work.followUps)
    },
  }
  inProcess.loop = loop
  return loop
}
