// One event, and the attempts to deliver it.
import { dataOf, eventOf } from './events.ts'
import { open } from './inquiries.ts'
import type { Delivery } from './receiver.ts'
import type { OwnTenant } from './sandbox-control.ts'
import type { Trial } from './trial.ts'
import { Unreachable } from './verdict.ts'

/** Approves a fresh inquiry and returns after the first attempt to deliver its event. */
export async function approve(tenant: OwnTenant): Promise<string> {
  const inquiryId = await open(tenant.merchant)
  const before = (await tenant.arrived()).length
  await tenant.complete(inquiryId, 'APPROVED')
  await tenant.delivered(before + 1)
  return inquiryId
}

/** The first attempt, answered with 500, and the retry. */
export async function attemptsOfOneEvent(
  trial: Trial,
): Promise<{ attempts: Delivery[]; secret: string }> {
  const tenant = await trial.ownTenant({ receives: true })
  tenant.answerWith(500)
  const inquiryId = await approve(tenant)
  if (!(await tenant.awaitRetry())) throw new Unreachable('the service does not retry (N8)')
  const attempts = (await tenant.arrived()).filter(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === 'inquiry.approved',
  )
  return { attempts, secret: tenant.endpoint.secret }
}

export function deliveryId({ headers }: Delivery): string {
  return String(headers['x-service-delivery-id'] ?? '')
}
