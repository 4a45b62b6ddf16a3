// What every interface of the sandbox works with. index.ts assembles it.
import type { DeliverySender } from './commands/delivery/sender.ts'
import type { Inquiries } from './commands/inquiries.ts'
import type { Opening } from './commands/open-inquiry.ts'
import type { Orders } from './commands/orders.ts'
import type { Preparation } from './commands/preparation.ts'
import type { RateLimits } from './commands/rate-limits.ts'
import type { State } from './commands/state.ts'
import type { Clock } from './scenario/clock.ts'
import type { Pictures } from './state/pictures.ts'
import type { Snapshots } from './state/snapshots.ts'
import type { Store } from './state/store.ts'
import type { Wire } from './state/wire.ts'
import type { Site } from './web/site.ts'

export interface Context {
  site: Site
  store: Store
  clock: Clock
  pictures: Pictures
  wire: Wire
  snapshots: Snapshots
  rateLimits: RateLimits
  inquiries: Inquiries
  opening: Opening
  preparation: Preparation
  orders: Orders
  state: State
  deliveries: DeliverySender
}
