// Inquiries over HTTP: read them, complete them in place of a person, decide and reverse.
import { Hono } from 'hono'
import { z } from 'zod'
import type { CapabilityOutcome } from '../commands/inquiries.ts'
import type { Sandbox } from '../index.ts'
import { specimenOutcomes } from '../scenario/specimen-results.ts'
import { capabilitySchema, type Inquiry } from '../state/entities.ts'
import { readControl, refuseControl } from './control-request.ts'

/** Any status, also one that nobody has seen before (N5). */
const outcomeSchema = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/)
const documentTypeSchema = z.enum(['passport', 'national_id', 'driving_license'])

const completeSchema = z
  .object({
    outcome: outcomeSchema,
    documentType: documentTypeSchema.default('passport'),
    /** Their scans count as unsuccessful (D11). */
    failedCapabilities: z.array(capabilitySchema).default([]),
    /** No picture at all: the list of documents is empty (D12). */
    withoutPictures: z.boolean().default(false),
    /** The back is unavailable (D10). */
    withoutBackPage: z.boolean().default(false),
  })
  .strict()
type Completion = z.infer<typeof completeSchema>

const capabilityRequestSchema = completeSchema
  .pick({ documentType: true, withoutBackPage: true })
  .extend({ capability: capabilitySchema, succeeded: z.boolean().default(true) })
const decideSchema = z
  .object({ status: outcomeSchema, note: z.string().max(500).nullable().default(null) })
  .strict()
const planSchema = z.object({ outcome: outcomeSchema.nullable() }).strict()
const nothingSchema = z.object({}).strict()

export function createInquiryRoutes({ store, life, clock }: Sandbox): Hono {
  const routes = new Hono()
  const missing = 'There is no such inquiry.'
  const closed = (reason: string) => `The hosted flow of this inquiry cannot be used: ${reason}.`

  routes.get('/inquiries', (c) => {
    const { tenantId, referenceId } = c.req.query()
    const inquiries = tenantId
      ? store.inquiries.listBy('tenant', tenantId)
      : store.inquiries.values()
    const wanted = inquiries.filter(
      (i) => referenceId === undefined || i.referenceId === referenceId,
    )
    return c.json({ inquiries: wanted.map(shownInquiry) })
  })
  routes.get('/inquiries/:inquiryId', (c) => {
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    return inquiry ? c.json(shownInquiry(inquiry)) : refuseControl(c, 404, missing)
  })
  routes.post('/inquiries/:inquiryId/complete', async (c) => {
    const read = await readControl(c, completeSchema)
    if (!read.ok) return read.response
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    if (!inquiry) return refuseControl(c, 404, missing)
    const results = specimenOutcomes(inquiry, read.value.documentType)
    const asked = results.map((result) => adapt(result, read.value))
    const completed = life.complete(inquiry.id, asked, read.value.outcome)
    return completed.ok
      ? c.json(shownInquiry(completed.inquiry))
      : refuseControl(c, 409, closed(completed.reason))
  })
  routes.post('/inquiries/:inquiryId/capabilities', async (c) => {
    const read = await readControl(c, capabilityRequestSchema)
    if (!read.ok) return read.response
    const { capability, succeeded, documentType, withoutBackPage } = read.value
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    if (!inquiry) return refuseControl(c, 404, missing)
    const [result] = specimenOutcomes(
      { ...inquiry, steps: [capability], results: [] },
      documentType,
    )
    if (!result) throw new Error(`no specimen of ${capability}`)
    const failedCapabilities = succeeded ? [] : [capability]
    const asked = adapt(result, { failedCapabilities, withoutBackPage, withoutPictures: false })
    const recorded = life.recordCapability(inquiry.id, asked)
    return recorded.ok
      ? c.json(shownInquiry(recorded.inquiry))
      : refuseControl(c, 409, closed(recorded.reason))
  })
  routes.post('/inquiries/:inquiryId/decide', async (c) => {
    const read = await readControl(c, decideSchema)
    if (!read.ok) return read.response
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    if (!inquiry) return refuseControl(c, 404, missing)
    return c.json(shownInquiry(life.decide(inquiry, read.value.status, read.value.note)))
  })
  routes.post('/inquiries/:inquiryId/plan', async (c) => {
    const read = await readControl(c, planSchema)
    if (!read.ok) return read.response
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    if (!inquiry) return refuseControl(c, 404, missing)
    const planned = { ...inquiry, plannedOutcome: read.value.outcome }
    return c.json(shownInquiry(store.inquiries.put(planned)))
  })
  routes.post('/inquiries/:inquiryId/expire', async (c) => {
    const read = await readControl(c, nothingSchema)
    if (!read.ok) return read.response
    const inquiry = store.inquiries.get(c.req.param('inquiryId'))
    if (!inquiry) return refuseControl(c, 404, missing)
    const expired = { ...inquiry, expiresAt: clock.nowIso(inquiry.tenantId) }
    return c.json(shownInquiry(store.inquiries.put(expired)))
  })
  return routes
}

/** A specimen's result, with what the caller wants to be missing from it. */
function adapt(
  result: CapabilityOutcome,
  asked: Pick<Completion, 'failedCapabilities' | 'withoutPictures' | 'withoutBackPage'>,
): CapabilityOutcome {
  const { scan, ...rest } = result
  const succeeded = !asked.failedCapabilities.includes(result.capability)
  if (!scan || asked.withoutPictures) return { ...rest, succeeded }
  const pages = scan.pages.filter(({ page }) => !asked.withoutBackPage || page === 'frontPage')
  return { ...rest, succeeded, scan: { ...scan, pages } }
}

/** What a test needs to know; what the customer typed is not part of it. */
function shownInquiry(inquiry: Inquiry) {
  const { personalInfo: _personalInfo, document: _document, id, ...shown } = inquiry
  return { inquiryId: id, ...shown }
}
