// Moves a clock forward as if the time had passed: it stops whenever something is due, lets it happen, and continues.
// Advancing by a day makes every retry of that day, each with its own timestamp.
import { type Clock, isOnClock } from '../state/clock.ts'
import type { Store } from '../state/store.ts'
import type { DeliverySender } from './delivery/sender.ts'

/**
 * Moves the clock of one tenant, or of the whole sandbox. Resolves once everything that became due has been attempted:
 * with false, and without moving anything, if the clock can't go that far.
 */
export async function advanceClock(
  { store, clock, deliveries }: { store: Store; clock: Clock; deliveries: DeliverySender },
  ms: number,
  tenantId: string | null,
): Promise<boolean> {
  if (!isOnClock(clock.nowMs(tenantId) + ms)) return false
  let remainingMs = ms
  for (;;) {
    await deliveries.idle(tenantId)
    const nextInMs = Math.max(0, nextDueInMs(store, clock, tenantId))
    if (nextInMs > remainingMs) break
    clock.advance(nextInMs, tenantId)
    remainingMs -= nextInMs
  }
  clock.advance(remainingMs, tenantId)
  return true
}

/** Milliseconds until something is due on a clock that moves with this one. */
function nextDueInMs(store: Store, clock: Clock, tenantId: string | null): number {
  const waits = [...store.deliveries.listBy('state', 'DUE'), ...store.scheduledDecisions.values()]
    .filter((due) => tenantId === null || due.tenantId === tenantId)
    // A tenant whose own clock is frozen doesn't move with the sandbox's.
    .filter((due) => tenantId !== null || !clock.isOwnClockFrozen(due.tenantId))
    .map((due) => Date.parse(due.dueAt) - clock.nowMs(due.tenantId))
  return Math.min(Number.POSITIVE_INFINITY, ...waits)
}
