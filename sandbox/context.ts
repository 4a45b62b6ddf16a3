// The objects that every interface of the sandbox uses. index.ts creates them.
import type { Core } from './commands/core.ts'
import type { Inquiries } from './commands/inquiries.ts'
import type { Preparation } from './commands/preparation.ts'
import type { DeliverySender } from './commands/sender.ts'

export interface Context extends Core {
  inquiries: Inquiries
  preparation: Preparation
  deliveries: DeliverySender
}
