// A tenant's time, which tests and demos can stop and move. It determines openedAt, expiry, URL validity, retries and rate
// windows. Each tenant has its own clock, so parallel tests don't affect each other.
import type { ClockState } from './entities.ts'
import type { Store } from './store.ts'

/** The latest possible time. Later years could have more than four digits, which no format here can express. */
export const END_OF_TIME_MS = Date.UTC(9000, 0, 1)

export class Clock {
  constructor(private readonly store: Store) {}

  /** Epoch milliseconds by this tenant's clock. */
  nowMs(tenantId: string): number {
    const { frozenAtMs, offsetMs } = this.#state(tenantId)
    return Math.min(frozenAtMs ?? Date.now() + offsetMs, END_OF_TIME_MS)
  }

  /** This tenant's time as ISO-8601 UTC with milliseconds (S2). */
  nowIso(tenantId: string): string {
    return new Date(this.nowMs(tenantId)).toISOString()
  }

  isFrozen(tenantId: string): boolean {
    return this.#state(tenantId).frozenAtMs !== null
  }

  freeze(tenantId: string): void {
    this.stopAt(this.nowMs(tenantId), tenantId)
  }

  /** Freezes the clock at an instant. An earlier instant moves time back. */
  stopAt(instantMs: number, tenantId: string): void {
    this.store.clocks.put({ ...this.#state(tenantId), frozenAtMs: instantMs })
  }

  advance(ms: number, tenantId: string): void {
    const state = this.#state(tenantId)
    const { frozenAtMs, offsetMs } = state
    this.store.clocks.put(
      frozenAtMs === null
        ? { ...state, offsetMs: offsetMs + ms }
        : { ...state, frozenAtMs: frozenAtMs + ms },
    )
  }

  /** Restarts a frozen clock from its current time. */
  resume(tenantId: string): void {
    this.store.clocks.put({
      id: tenantId,
      offsetMs: this.nowMs(tenantId) - Date.now(),
      frozenAtMs: null,
    })
  }

  /** Returns to real time. The clock runs. */
  restore(tenantId: string): void {
    this.store.clocks.delete(tenantId)
  }

  #state(id: string): ClockState {
    return this.store.clocks.get(id) ?? { id, offsetMs: 0, frozenAtMs: null }
  }
}
