// What every command works with.
import type { Clock } from '../state/clock.ts'
import type { Pictures } from '../state/pictures.ts'
import type { Store } from '../state/store.ts'
import type { Wire } from '../state/wire.ts'
import type { RateLimits } from './rate-limits.ts'

export interface Core {
  site: Site
  store: Store
  clock: Clock
  pictures: Pictures
  wire: Wire
  rateLimits: RateLimits
}

/** Where the sandbox is reachable, and what it allows. */
export interface Site {
  /** Known once the server listens. */
  publicUrl: string
  /** The seeded tenant's app, for the presenter's console; without a trailing slash. */
  readonly merchantUrl: string
  /** If false, neither the control API nor the portal's scenario page nor the presenter's console is available. */
  readonly controlEnabled: boolean
}
