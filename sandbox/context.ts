// What every interface of the sandbox works with. index.ts assembles it.
import type { Core } from './commands/core.ts'
import type { DeliverySender } from './commands/delivery/sender.ts'
import type { Inquiries } from './commands/inquiries.ts'
import type { Opening } from './commands/open-inquiry.ts'
import type { Preparation } from './commands/preparation.ts'
import type { RateLimits } from './commands/rate-limits.ts'
import type { State } from './commands/state.ts'
import type { Orders } from './scenario/orders.ts'
import type { Snapshots } from './state/snapshots.ts'

export interface Context extends Core {
  snapshots: Snapshots
  rateLimits: RateLimits
  inquiries: Inquiries
  opening: Opening
  preparation: Preparation
  orders: Orders
  state: State
  deliveries: DeliverySender
}
