// The sandbox's time, which tests and demos can stop and move. It drives openedAt, expiry, URL validity, retries and rate
// windows. Each tenant has its own clock on top of the sandbox's, so parallel tests don't affect each other.
import type { ClockState } from './entities.ts'
import type { Store } from './store.ts'

const SANDBOX = 'sandbox'
/** However far clocks are moved, time ends here: a year without four digits could be read by nobody. */
export const END_OF_TIME_MS = Date.UTC(9000, 0, 1)

export class Clock {
  constructor(private readonly store: Store) {}

  /** Milliseconds since the epoch, as this tenant (or, without one, the sandbox) sees it. */
  nowMs(tenantId: string | null = null): number {
    const { frozenAtMs, offsetMs } = this.#state(tenantId)
    return Math.min(frozenAtMs ?? this.#baseMs(tenantId) + offsetMs, END_OF_TIME_MS)
  }

  /** The same as ISO-8601 UTC with milliseconds (S2). */
  nowIso(tenantId: string | null = null): string {
    return new Date(this.nowMs(tenantId)).toISOString()
  }

  isFrozen(tenantId: string | null = null): boolean {
    if (this.#state(tenantId).frozenAtMs !== null) return true
    return tenantId !== null && this.#state(null).frozenAtMs !== null
  }

  /** Whether the tenant's own clock is frozen, so moving the sandbox's clock doesn't move it. */
  isOwnClockFrozen(tenantId: string): boolean {
    return this.#state(tenantId).frozenAtMs !== null
  }

  freeze(tenantId: string | null = null): void {
    this.stopAt(this.nowMs(tenantId), tenantId)
  }

  /**
   * Freezes the clock at an instant. This is the only way to go back in time, to create a history in an empty sandbox.
   */
  stopAt(instantMs: number, tenantId: string | null = null): void {
    this.#put(tenantId, { ...this.#state(tenantId), frozenAtMs: instantMs })
  }

  /** Moves time forward in one step. */
  advance(ms: number, tenantId: string | null = null): void {
    const state = this.#state(tenantId)
    const { frozenAtMs, offsetMs } = state
    this.#put(
      tenantId,
      frozenAtMs === null
        ? { ...state, offsetMs: offsetMs + ms }
        : { ...state, frozenAtMs: frozenAtMs + ms },
    )
  }

  /** Lets a frozen clock run again from where it stopped. */
  resume(tenantId: string | null = null): void {
    const offsetMs = this.nowMs(tenantId) - this.#baseMs(tenantId)
    this.#put(tenantId, { ...this.#state(tenantId), offsetMs, frozenAtMs: null })
  }

  #baseMs(tenantId: string | null): number {
    return tenantId === null ? Date.now() : this.nowMs(null)
  }

  #state(tenantId: string | null): ClockState {
    const id = tenantId ?? SANDBOX
    return this.store.clocks.get(id) ?? { id, offsetMs: 0, frozenAtMs: null }
  }

  #put(tenantId: string | null, state: ClockState): void {
    this.store.clocks.put({ ...state, id: tenantId ?? SANDBOX })
  }
}
