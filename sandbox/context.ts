// What every interface of the sandbox works with. index.ts assembles it.
import type { Core } from './commands/core.ts'
import type { Inquiries } from './commands/inquiries.ts'
import type { Preparation } from './commands/preparation.ts'
import type { DeliverySender } from './commands/sender.ts'

export interface Context extends Core {
  inquiries: Inquiries
  preparation: Preparation
  deliveries: DeliverySender
}
