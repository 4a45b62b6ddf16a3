// `trigger`: creates an inquiry whose outcome sends the named event, and prints a line for each delivery attempt.
import { z } from 'zod'
import { ATTEMPT_FAULTS, WEBHOOK_FAULTS } from '../scenario/faults.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { fail } from '../server.ts'
import { ask, attemptLine, endpointsOf, exchangesSchema, tenantOfKey } from './sandbox-client.ts'

/** The outcome that sends each kind of event. A decline follows a review, so it sends two events. */
const OUTCOME_OF_KIND = new Map([
  ['inquiry.approved', 'APPROVED'],
  ['inquiry.review_in_progress', 'NEEDS_REVIEW'],
  ['inquiry.declined', 'DECLINED'],
])

const openedSchema = z.object({ inquiryId: z.string() })
const deliveriesSchema = z.object({
  deliveries: z.array(
    z.object({ kind: z.string(), state: z.string(), dueAt: z.string(), attempts: z.number() }),
  ),
})
export interface TriggerOptions {
  sandboxUrl: string
  kind: string
  reference: string
  fault?: string | undefined
  /** A key of the tenant to use; by default the seeded tenant's. */
  apiKey?: string | undefined
  /** By default the tenant's first published template. */
  templateId?: string | undefined
}

export async function trigger({
  sandboxUrl,
  kind,
  reference,
  fault,
  apiKey = DEMO_TENANT.apiKey,
  templateId,
}: TriggerOptions): Promise<void> {
  const outcome = OUTCOME_OF_KIND.get(kind)
  if (outcome === undefined) {
    const problem = kind === '' ? 'trigger needs an event' : `Unknown event: ${kind}`
    fail(`${problem}. Choose one of ${[...OUTCOME_OF_KIND.keys()].join(', ')}.`, 2)
  }
  if (fault !== undefined && !Object.hasOwn(WEBHOOK_FAULTS, fault)) {
    fail(`Unknown fault: ${fault}. Choose one of ${Object.keys(WEBHOOK_FAULTS).join(', ')}.`, 2)
  }
  const { tenantId, templateIds } = await tenantOfKey(sandboxUrl, apiKey)
  const inquiryTemplateId = templateId ?? templateIds[0]
  if (inquiryTemplateId === undefined)
    fail('The tenant has no published template. Publish one in the portal.', 2)
  const endpoints = await endpointsOf(sandboxUrl, tenantId)
  if (fault !== undefined && endpoints.length > 0) {
    // Each endpoint gets its own delivery, so each needs its own fault.
    await ask(sandboxUrl, 'POST', '/sandbox/faults', z.unknown(), {
      target: 'webhook',
      kind: fault,
      count: endpoints.length,
      match: { referenceId: reference, eventType: kind },
      tenantId,
    })
  }
  const { inquiryId } = await ask(
    sandboxUrl,
    'POST',
    '/api/v1/customer/inquiries',
    openedSchema,
    { inquiryTemplateId, referenceId: reference },
    { 'x-api-key': apiKey },
  )
  const path = `/sandbox/inquiries/${inquiryId}/complete`
  await ask(sandboxUrl, 'POST', path, z.unknown(), { outcome })
  await ask(sandboxUrl, 'POST', '/sandbox/deliveries/flush', z.unknown(), { tenantId })
  const { exchanges } = await ask(
    sandboxUrl,
    'GET',
    `/sandbox/wire?tenantId=${tenantId}`,
    exchangesSchema,
  )
  const attempts = exchanges.filter((one) => one.delivery && one.inquiryId === inquiryId)
  const lines = attempts.map((attempt) => `${attemptLine(attempt)}\n`)
  const outbox = `/sandbox/deliveries?inquiryId=${inquiryId}`
  const { deliveries } = await ask(sandboxUrl, 'GET', outbox, deliveriesSchema)
  for (const delivery of deliveries.filter((one) => one.attempts === 0)) {
    const isFault = fault !== undefined && !Object.hasOwn(ATTEMPT_FAULTS, fault)
    const by = isFault && delivery.kind === kind ? ` by the fault ${fault}` : ''
    const until = delivery.state === 'DUE' ? ` until ${delivery.dueAt}` : ''
    lines.push(`${delivery.kind} → ${until ? 'held back' : 'never sent'}${by}${until}\n`)
  }
  process.stdout.write(`Inquiry ${inquiryId} (${reference}) is ${outcome}.\n${lines.join('')}`)
  if (lines.length === 0) {
    const why =
      endpoints.length === 0
        ? 'no endpoint is registered'
        : `the template doesn't subscribe to ${kind}`
    process.stdout.write(`Nothing was sent: ${why}.\n`)
  }
}
