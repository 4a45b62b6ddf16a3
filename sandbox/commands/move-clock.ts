// Moves a tenant's clock: forward, running everything that becomes due on the way, or to an instant.
import { type Clock, END_OF_TIME_MS } from '../state/clock.ts'
import type { Store } from '../state/store.ts'
import type { Core } from './core.ts'
import type { DeliverySender } from './sender.ts'

/**
 * Moves the clock as if the time had passed: it stops at each due time, lets the event happen, and continues. Resolves once all
 * deliveries on the way have been attempted.
 */
export async function advanceClock(
  { store, clock, deliveries }: Core & { deliveries: DeliverySender },
  ms: number,
  tenantId: string,
): Promise<void> {
  let remainingMs = ms
  for (;;) {
    await deliveries.idle(tenantId)
    const nextInMs = Math.max(0, nextDueInMs(store, clock, tenantId))
    if (nextInMs > remainingMs || clock.nowMs(tenantId) === END_OF_TIME_MS) break
    clock.advance(nextInMs, tenantId)
    remainingMs -= nextInMs
  }
  clock.advance(remainingMs, tenantId)
}

/** Milliseconds until this tenant's next due time. */
function nextDueInMs(store: Store, clock: Clock, tenantId: string): number {
  const steps = store.inquiries
    .listBy('scheduled', 'yes')
    .flatMap(({ tenantId, scheduled }) => scheduled.map(({ dueAt }) => ({ tenantId, dueAt })))
  const waits = [...store.deliveries.listBy('state', 'DUE'), ...steps]
    .filter((due) => due.tenantId === tenantId)
    .map((due) => Date.parse(due.dueAt) - clock.nowMs(tenantId))
  return Math.min(Number.POSITIVE_INFINITY, ...waits)
}

/** Stops the clock at an instant, which can lie in the past, to create a history. Null returns to real time. */
export function setClock({ clock, rateLimits }: Core, atMs: number | null, tenantId: string): void {
  if (atMs === null) clock.restore(tenantId)
  else clock.stopAt(atMs, tenantId)
  // A rate window of the old time would stay open until the clock reached that time again.
  rateLimits.reset(tenantId)
}
