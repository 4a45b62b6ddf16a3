// Patience: what fails because something was just killed is tried again until it is there.
import { setTimeout as delay } from 'node:timers/promises'

const FIRST_WAIT_MS = 200
/** Hundreds wait at once when something was killed: as in a browser, they ask ever more seldom. */
const LONGEST_WAIT_MS = 3_000

/** Longer than any lease or lag (N6) and a restart together. */
export const PATIENCE_MS = 180_000

/** How long somebody goes on trying. While processes are being killed: for ever. */
export interface Patience {
  endsAtMs: number
}

/**
 * Looks until there is something else than null. A look that throws is one that found nothing.
 * @throws when there is still nothing at the end of patience, with the last error's message
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | null>,
  patience: Patience,
): Promise<Found> {
  let cause: unknown
  for (let waitMs = FIRST_WAIT_MS; Date.now() < patience.endsAtMs; waitMs = longer(waitMs)) {
    try {
      const found = await look()
      if (found !== null) return found
    } catch (error) {
      cause = error
    }
    await delay(waitMs)
  }
  throw new Error(`${what}: not in time (${cause instanceof Error ? cause.message : 'no error'})`)
}

const longer = (waitMs: number) => Math.min(waitMs * 2, LONGEST_WAIT_MS)
