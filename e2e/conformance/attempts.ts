// One event, and the attempts to deliver it.
import { dataOf, eventOf } from './events.ts'
import { open } from './inquiries.ts'
import type { Delivery } from './receiver.ts'
import type { OwnTenant } from './sandbox-control.ts'
import { Unreachable } from './verdict.ts'

/** Approves a fresh inquiry and returns after the first attempt to deliver its event. */
export async function approve(tenant: OwnTenant): Promise<string> {
  const inquiryId = await open(tenant.merchant)
  const before = (await tenant.arrived()).length
  await tenant.complete(inquiryId, 'APPROVED')
  await tenant.delivered(before + 1)
  return inquiryId
}

/** How often the receiver refuses the event: a service may change its ways after the first retry. */
const FAILURES = 3

export interface Attempts {
  attempts: Delivery[]
  secret: string
}

/** The first attempt and the retries. @throws Unreachable if there are none (N8). */
export async function failAndRetry(tenant: OwnTenant): Promise<Attempts> {
  tenant.answerWith(...Array.from({ length: FAILURES }, () => 500))
  const inquiryId = await approve(tenant)
  for (let retry = 0; retry < FAILURES; retry += 1) {
    if (!(await tenant.awaitRetry())) break
  }
  const attempts = (await tenant.arrived()).filter(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === 'inquiry.approved',
  )
  if (attempts.length < 2) throw new Unreachable('the service does not retry (N8)')
  return { attempts, secret: tenant.endpoint.secret }
}

export function deliveryId({ headers }: Delivery): string {
  return String(headers['x-service-delivery-id'] ?? '')
}
