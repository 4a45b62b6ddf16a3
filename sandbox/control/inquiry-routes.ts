// Inquiries over HTTP: read, complete without a person, decide and reverse.
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { FlowResult } from '../commands/inquiries.ts'
import type { Context } from '../context.ts'
import { specimenOutcome, specimenOutcomes } from '../scenario/specimen-results.ts'
import type { Inquiry } from '../state/entities.ts'
import { nothingSchema, readControl, refuseControl } from './control-request.ts'
import { capabilityRequestSchema, completionSchema, outcomeSchema, planSchema } from './requests.ts'

const decideSchema = z
  .object({ status: outcomeSchema, note: z.string().max(500).nullable().default(null) })
  .strict()

export function createInquiryRoutes({ store, inquiries }: Context): Hono {
  const routes = new Hono()

  routes.get('/inquiries', (c) => {
    const { tenantId, referenceId } = c.req.query()
    const all = tenantId ? store.inquiries.listBy('tenant', tenantId) : store.inquiries.values()
    const wanted = all.filter((i) => referenceId === undefined || i.referenceId === referenceId)
    return c.json({ inquiries: wanted.map(shownInquiry) })
  })
  routes.get('/inquiries/:inquiryId', (c) => {
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    return inquiry ? c.json(shownInquiry(inquiry)) : notFound(c)
  })

  /** Adds a route that changes one inquiry. */
  function act<T>(
    name: string,
    schema: z.ZodType<T>,
    change: (inquiry: Inquiry, request: T) => FlowResult | Inquiry,
  ): void {
    routes.post(`/inquiries/:inquiryId/${name}`, async (c) => {
      const read = await readControl(c, schema)
      if (!read.ok) return read.response
      const inquiry = store.inquiries.get(c.req.param('inquiryId') ?? '')
      if (!inquiry) return notFound(c)
      const changed = change(inquiry, read.value)
      if (!('ok' in changed)) return c.json(shownInquiry(changed))
      if (changed.ok) return c.json(shownInquiry(changed.inquiry))
      const message = `The hosted flow of this inquiry cannot be used: ${changed.reason}.`
      return refuseControl(c, 409, message)
    })
  }

  act('complete', completionSchema, (inquiry, { outcome, ...order }) =>
    inquiries.complete(inquiry.id, specimenOutcomes(inquiry, order), outcome, order),
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

function notFound(c: HonoContext): Response {
  return refuseControl(c, 404, 'There is no such inquiry.')
}

/** The inquiry without the customer's data, which no test needs. */
function shownInquiry(inquiry: Inquiry) {
  const { personalInfo: _personalInfo, document: _document, id, ...shown } = inquiry
  return { inquiryId: id, ...shown }
}
