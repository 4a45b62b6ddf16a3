// Moves a clock forward the way time passes: it stops at each instant at which something is due, lets it happen there,
// and goes on. A leap of a day makes every retry of that day, and each is stamped with its own time.
import type { Clock } from '../scenario/clock.ts'
import type { Store } from '../state/store.ts'
import type { DeliverySender } from './delivery/sender.ts'

interface Parts {
  store: Store
  clock: Clock
  deliveries: DeliverySender
}

/**
 * Moves the clock of one tenant, or of the whole sandbox. Resolves when everything that became due has had its attempt.
 */
export async function advanceClock(
  { store, clock, deliveries }: Parts,
  ms: number,
  tenantId: string | null,
): Promise<void> {
  let remainingMs = ms
  for (;;) {
    await deliveries.idle(tenantId)
    const nextInMs = Math.max(0, nextDueInMs(store, clock, tenantId))
    if (nextInMs > remainingMs) break
    clock.advance(nextInMs, tenantId)
    remainingMs -= nextInMs
  }
  clock.advance(remainingMs, tenantId)
}

/** Milliseconds until the next thing is due on a clock that this one moves. */
function nextDueInMs(store: Store, clock: Clock, tenantId: string | null): number {
  const waits = [...store.deliveries.listBy('state', 'DUE'), ...store.scheduledDecisions.values()]
    .filter((due) => tenantId === null || due.tenantId === tenantId)
    // A tenant whose own clock is frozen doesn't move with the sandbox's.
    .filter((due) => tenantId !== null || !clock.isFrozenAlone(due.tenantId))
    .map((due) => Date.parse(due.dueAt) - clock.nowMs(due.tenantId))
  return Math.min(Number.POSITIVE_INFINITY, ...waits)
}
