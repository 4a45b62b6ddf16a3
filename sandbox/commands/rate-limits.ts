// Requests of each key, counted in windows of a minute of the tenant's clock (D5, N17).
import type { Clock } from '../scenario/clock.ts'
import { type GapValue, gapValue } from '../scenario/gaps.ts'
import type { Problem } from '../service/problems.ts'
import type { Tenant } from '../state/entities.ts'

const WINDOW_MS = 60_000
const YEAR_S = 31_536_000

export class RateLimits {
  readonly #windows = new Map<string, { tenantId: string; endsAtMs: number; count: number }>()

  constructor(private readonly clock: Clock) {}

  /** Counts one request, and returns the 429 when it is one too many. */
  count(tenant: Tenant, apiKey: string): Problem | null {
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
    if (window.count <= limit) return null
    return rateLimited(gapValue(tenant, 'N17'), window.endsAtMs - nowMs)
  }

  /** Forgets the windows of one tenant, or of all. */
  reset(tenantId: string | null = null): void {
    for (const [key, window] of this.#windows) {
      if (tenantId === null || window.tenantId === tenantId) this.#windows.delete(key)
    }
  }
}

/** The 429, with Retry-After in one of its forms. */
export function rateLimited(form: GapValue<'N17'>, waitMs: number): Problem {
  const value = retryAfter(form, waitMs)
  return {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'The rate limit of this key is exceeded.',
    ...(value === null ? {} : { headers: { 'retry-after': value } }),
  }
}

function retryAfter(form: GapValue<'N17'>, waitMs: number): string | null {
  switch (form) {
    case 'seconds':
      return String(Math.ceil(waitMs / 1000))
    case 'http-date':
      // The merchant compares it with its own time, not with the sandbox's.
      return new Date(Date.now() + waitMs).toUTCString()
    case 'missing':
      return null
    case 'a-year':
      return String(YEAR_S)
  }
}
