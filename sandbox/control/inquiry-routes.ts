// Reads, completes, decides and reverses inquiries over HTTP. Completing needs no person.
import { Hono } from 'hono'
import { z } from 'zod'
import type { FlowResult } from '../commands/inquiries.ts'
import type { Context } from '../context.ts'
import { specimenOutcome } from '../scenario/specimen-results.ts'
import { formatInquiry } from '../service/inquiry.ts'
import { capabilitySchema, type Inquiry, orderSchema } from '../state/entities.ts'
import { found, nothingSchema, Refusal, readBody, readQuery, scopeSchema } from './request.ts'

/** Accepts any status, even an unknown one (N5). */
const outcomeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^[A-Z][A-Z0-9_]{0,63}$/,
    'An outcome is one word: capital letters, digits and underscores.',
  )
/** The outcome and the data for one inquiry, or for the next ones. */
export const planSchema = orderSchema.extend({ outcome: outcomeSchema.nullable() }).strict()
const completionSchema = orderSchema.extend({ outcome: outcomeSchema }).strict()
const capabilityRequestSchema = orderSchema
  .omit({ failedCapabilities: true })
  .extend({ capability: capabilitySchema, succeeded: z.boolean().default(true) })
  .strict()
const filters = { ...scopeSchema.shape, referenceId: z.string().optional() }
const decideSchema = z
  .object({ status: outcomeSchema, note: z.string().max(500).nullable().default(null) })
  .strict()

export function createInquiryRoutes({ store, inquiries }: Context): Hono {
  const routes = new Hono()

  routes.get('/inquiries', (c) => {
    const { tenantId, referenceId } = readQuery(c, filters)
    const all =
      tenantId !== undefined ? store.inquiries.listBy('tenant', tenantId) : store.inquiries.values()
    const wanted = all.filter((i) => referenceId === undefined || i.referenceId === referenceId)
    return c.json({ inquiries: wanted.map(shownInquiry) })
  })
  routes.get('/inquiries/:inquiryId', (c) =>
    c.json(shownInquiry(found(store.inquiries.get(c.req.param('inquiryId')), 'inquiry'))),
  )

  function act<T>(
    name: string,
    schema: z.ZodType<T>,
    change: (inquiry: Inquiry, request: T) => FlowResult | Inquiry,
  ): void {
    routes.post(`/inquiries/:inquiryId/${name}`, async (c) => {
      const request = await readBody(c, schema)
      const inquiry = found(store.inquiries.get(c.req.param('inquiryId') ?? ''), 'inquiry')
      const changed = change(inquiry, request)
      if (!('ok' in changed)) return c.json(shownInquiry(changed))
      if (changed.ok) return c.json(shownInquiry(changed.inquiry))
      const message = `The hosted flow of this inquiry cannot be used: ${changed.reason}.`
      throw new Refusal(409, message)
    })
  }

  act('complete', completionSchema, (inquiry, { outcome, ...order }) =>
    inquiries.complete(inquiry.id, outcome, order),
  )
  act('capabilities', capabilityRequestSchema, (inquiry, { capability, succeeded, ...order }) => {
    const ordered = { ...inquiry, order: { ...inquiry.order, ...order } }
    const outcome = specimenOutcome(ordered, capability)
    return inquiries.recordCapability(inquiry.id, { ...outcome, succeeded })
  })
  act('decide', decideSchema, (inquiry, { status, note }) =>
    inquiries.decide(inquiry, status, note),
  )
  act('plan', planSchema, (inquiry, { outcome, ...order }) =>
    inquiries.plan(inquiry, outcome, order),
  )
  act('expire', nothingSchema, (inquiry) => inquiries.expire(inquiry))
  return routes
}

/** Leaves out the customer's data and the request's key, because no test needs them. */
function shownInquiry(inquiry: Inquiry) {
  const { personalInfo: _info, document: _document, idempotency: _key, id, ...shown } = inquiry
  const { portalDecisionNote, portalDecidedAt } = formatInquiry(inquiry)
  return { inquiryId: id, ...shown, portalDecisionNote, portalDecidedAt }
}
