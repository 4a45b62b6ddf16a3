// Request schemas of the control API.
import { z } from 'zod'
import { isApiFaultKind, isWebhookFaultKind, NO_FAULT } from '../scenario/faults.ts'
import { GAPS } from '../scenario/gaps/table.ts'
import {
  brandSchema,
  capabilitySchema,
  type Fault,
  faultMatchSchema,
  OPERATIONS,
  orderSchema,
} from '../state/entities.ts'

/** Ten years: enough for every expiry without overflowing a date. */
const MAX_ADVANCE_S = 10 * 365 * 24 * 60 * 60
const MAX_DELAY_MS = 10 * 60 * 1000
const MAX_COUNT = 10_000

/** Any status, even an unknown one (N5). */
export const outcomeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^[A-Z][A-Z0-9_]{0,63}$/,
    'An outcome is one word: capital letters, digits and underscores.',
  )

const countSchema = z
  .int('Give a whole number.')
  .min(1, 'At least one.')
  .max(MAX_COUNT, `At most ${MAX_COUNT}.`)

export const advanceSchema = z
  .object({
    seconds: z
      .number('Give a number.')
      .positive('Time only moves forward.')
      .max(MAX_ADVANCE_S, 'At most ten years at a time.'),
  })
  .strict()

export const rateLimitSchema = z
  .object({ rateLimitPerMinute: z.int().positive().max(1_000_000).nullable() })
  .strict()

export const tenantNameSchema = z.string().trim().min(1, 'Give a name.').max(100)

export const tenantChangeSchema = rateLimitSchema
  .extend({ name: tenantNameSchema, brand: brandSchema.nullable() })
  .partial()
  .strict()

/** The outcome and the data of one inquiry, or of the next ones. */
export const planSchema = orderSchema.extend({ outcome: outcomeSchema.nullable() }).strict()
export const nextOutcomesSchema = planSchema.extend({ count: countSchema.default(1) }).strict()
export const completionSchema = orderSchema.extend({ outcome: outcomeSchema }).strict()
export const capabilityRequestSchema = orderSchema
  .omit({ failedCapabilities: true })
  .extend({ capability: capabilitySchema, succeeded: z.boolean().default(true) })
  .strict()

const playSchema = z.object({
  count: countSchema.default(1),
  delayMs: z.int().nonnegative().max(MAX_DELAY_MS).nullable().default(null),
  status: z.literal([500, 502, 503, 504]).nullable().default(null),
  retryAfter: z.enum(GAPS.N17.values).nullable().default(null),
})
const kindSchema = z
  .string()
  .refine((kind) => isKindOf('webhook', kind) || isKindOf('api', kind), 'There is no such fault.')
const stepSchema = playSchema.extend({ kind: kindSchema }).strict()

/** One fault, or a sequence of steps. `operation` is the same as `match.operation`. */
export const faultRequestSchema = playSchema
  .extend({
    target: z.enum(['webhook', 'api']),
    kind: kindSchema.optional(),
    operation: z.enum(OPERATIONS).nullable().default(null),
    match: faultMatchSchema.default({}),
    sequence: z.array(stepSchema).min(1).max(100).optional(),
  })
  .strict()
  .superRefine(({ target, kind, sequence }, context) => {
    if ((kind === undefined) === (sequence === undefined)) {
      const message = 'Give either a kind or a sequence.'
      context.addIssue({ code: 'custom', path: ['kind'], message })
    }
    const kinds = sequence?.map((step) => step.kind) ?? [kind ?? NO_FAULT]
    const unknown = kinds.find((candidate) => !isKindOf(target, candidate))
    if (unknown === undefined) return
    const message = `${unknown} is not a fault of this target.`
    context.addIssue({ code: 'custom', path: ['kind'], message })
  })
  .transform(
    ({ target, kind, count, delayMs, status, retryAfter, operation, match, sequence }) => ({
      target,
      match: operation === null ? match : { ...match, operation },
      steps: (sequence ?? [{ kind: kind ?? NO_FAULT, count, delayMs, status, retryAfter }]).map(
        ({ count: remaining, ...step }): Fault['steps'][number] => ({ ...step, remaining }),
      ),
    }),
  )

function isKindOf(target: Fault['target'], kind: string): boolean {
  if (kind === NO_FAULT) return true
  return target === 'api' ? isApiFaultKind(kind) : isWebhookFaultKind(kind)
}
