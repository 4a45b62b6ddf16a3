// Counts each key's requests in windows of one minute, by the tenant's clock (D5, N17).

import type { Clock } from '../state/clock.ts'
import type { Tenant } from '../state/entities.ts'

const WINDOW_MS = 60_000

export class RateLimits {
  readonly #windows = new Map<string, { tenantId: string; endsAtMs: number; count: number }>()

  constructor(private readonly clock: Clock) {}

  /** Counts a request. @returns milliseconds to wait if it exceeds the limit; otherwise null */
  count(tenant: Tenant, apiKey: string): number | null {
    const limit = tenant.rateLimitPerMinute
    if (limit === null) return null
    const nowMs = this.clock.nowMs(tenant.id)
    const open = this.#windows.get(apiKey)
    const window =
      open && nowMs < open.endsAtMs
        ? open
        : { tenantId: tenant.id, endsAtMs: nowMs + WINDOW_MS, count: 0 }
    window.count += 1
    this.#windows.set(apiKey, window)
    return window.count <= limit ? null : window.endsAtMs - nowMs
  }

  /** Clears the windows of one tenant, or of all tenants. */
  reset(tenantId: string | null = null): void {
    for (const [key, window] of this.#windows) {
      if (tenantId === null || window.tenantId === tenantId) this.#windows.delete(key)
    }
  }
}
