// "The next n", as the control API counts them.
import { z } from 'zod'

export const countSchema = z.coerce
  .number('Give a number.')
  .int('Give a whole number.')
  .min(1, 'At least one.')
  .max(10_000, 'At most 10,000.')
