// Patience: what fails because something was just killed is tried again until it is there.
import { setTimeout as delay } from 'node:timers/promises'

const FIRST_WAIT_MS = 200
/** Hundreds wait at once when something was killed: as in a browser, they ask ever more seldom. */
const LONGEST_WAIT_MS = 3_000

/** Longer than any lease or lag (N6) and a restart together. */
export const PATIENCE_MS = 180_000

/**
 * Looks until there is something else than null. A look that throws is one that found nothing.
 * @throws when there is still nothing after PATIENCE_MS, with the last error as the cause
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | null>,
  patienceMs = PATIENCE_MS,
): Promise<Found> {
  const deadline = Date.now() + patienceMs
  let cause: unknown
  for (let waitMs = FIRST_WAIT_MS; Date.now() < deadline; waitMs = longer(waitMs)) {
    try {
      const found = await look()
      if (found !== null) return found
    } catch (error) {
      cause = error
    }
    await delay(waitMs)
  }
  throw new Error(`${what}: not within ${patienceMs / 1000} s`, { cause })
}

const longer = (waitMs: number) => Math.min(waitMs * 2, LONGEST_WAIT_MS)
