// Waits until something is there, and retries what fails because a process was just killed.
import { setTimeout as delay } from 'node:timers/promises'

const FIRST_WAIT_MS = 200
/** Hundreds wait at once after a kill, so they back off, as in a browser. */
const LONGEST_WAIT_MS = 3_000

/** Longer than any lease or lag (N6) plus a restart. */
export const PATIENCE_MS = 180_000

/** How long to keep trying. Unlimited while processes are being killed. */
export interface Patience {
  endsAtMs: number
  longestWaitMs?: number
}

/**
 * Calls `look` until it returns something other than null. An exception counts as null.
 * @throws at the deadline, with the last error's message
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | null>,
  patience: Patience,
): Promise<Found> {
  let cause: unknown
  const { longestWaitMs = LONGEST_WAIT_MS } = patience
  for (
    let waitMs = FIRST_WAIT_MS;
    Date.now() < patience.endsAtMs;
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  ) {
    try {
      const found = await look()
      if (found !== null) return found
    } catch (error) {
      cause = error
    }
    await delay(waitMs)
  }
  throw new Error(`${what}: timed out (${cause instanceof Error ? cause.message : 'no error'})`)
}
