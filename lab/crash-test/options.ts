// The crash test's options.
import { z } from 'zod'
import { readOptions } from '../../scripts/options.ts'

const optionsSchema = z.object({
  /** How many kills, rotating among the apps, the sandbox and the database. */
  kills: z.coerce.number().int().min(0).default(30),
  database: z.enum(['embedded', 'postgres']).default('embedded'),
  /** App processes that share the database. */
  instances: z.coerce.number().int().min(1).default(1),
  /** Applications per second. */
  rate: z.coerce.number().positive().default(4),
  /** For this share of refused customers, someone with the secret signs a false approval. */
  'false-approvals': z.coerce.number().min(0).max(1).default(0.2),
  /** Determines the times of the kills, and the outcomes. */
  seed: z.coerce
    .number()
    .int()
    .default(() => Date.now() % 1_000_000),
})
export type Options = z.infer<typeof optionsSchema>

/** @throws ZodError, which names the option */
export const parseOptions = (): Options => optionsSchema.parse(readOptions('crash-test').values)
