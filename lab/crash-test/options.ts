// What the crash test is told on the command line.
import { z } from 'zod'
import { readOptions } from '../../scripts/options.ts'

const optionsSchema = z.object({
  /** How often a process is killed, in turns: an app, the sandbox, the database. */
  kills: z.coerce.number().int().min(0).default(30),
  database: z.enum(['embedded', 'postgres']).default('embedded'),
  /** App processes on the one database. */
  instances: z.coerce.number().int().min(1).default(1),
  /** Customers who apply, a second. */
  rate: z.coerce.number().positive().default(4),
  /** The share of those whom the service refuses for whom somebody who has the secret signs an approval nevertheless. */
  'false-approvals': z.coerce.number().min(0).max(1).default(0.2),
  /** The same seed chooses the same moments and outcomes; what the machine makes of them differs. */
  seed: z.coerce
    .number()
    .int()
    .default(() => Date.now() % 1_000_000),
})
export type Options = z.infer<typeof optionsSchema>

/** @throws ZodError, which names the option */
export const parseOptions = (): Options => optionsSchema.parse(readOptions('crash-test').values)
