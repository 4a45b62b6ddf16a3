// Patience: what fails because something was just killed is tried again until it is there.
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 200

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
  while (Date.now() < deadline) {
    try {
      const found = await look()
      if (found !== null) return found
    } catch (error) {
      cause = error
    }
    await delay(POLL_MS)
  }
  throw new Error(`${what}: not within ${patienceMs / 1000} s`, { cause })
}
