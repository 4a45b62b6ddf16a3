// The objects that every command uses.
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

/** The sandbox's addresses, and whether it allows control. */
export interface Site {
  /** Known once the server listens. */
  publicUrl: string
  /** Where a phone finds the hosted flow, if that is another address. */
  phoneUrl: string | null
  /** The URL of the seeded tenant's app, for the presenter's console. It has no trailing slash. */
  readonly merchantUrl: string
  /** If false, the control API, the portal's scenario page and the presenter's console are unavailable. */
  readonly controlEnabled: boolean
}
