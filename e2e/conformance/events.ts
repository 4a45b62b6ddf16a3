// Signed events for checks to look at. A sandbox sends them on request; the real service sends them when a person
// completes an inquiry while the suite listens.

import { isRecord } from './expectations.ts'
import { open, read } from './inquiries.ts'
import { parseJson } from './polite-http.ts'
import type { Delivery } from './receiver.ts'
import type { OwnTenant } from './sandbox-control.ts'
import { Unreachable } from './verdict.ts'

/** A delivery, and the secret that must have signed it. */
export interface SignedDelivery {
  delivery: Delivery
  secret: string
  inquiryId: string
  /** The inquiry's tenant; null when the suite listens. */
  tenant: OwnTenant | null
  /** The inquiry's status when the event arrived. */
  statusThen: unknown
}

/** The event that a check asked for didn't arrive. */
export class NotDelivered extends Unreachable {
  override name = 'NotDelivered'
}

export interface Events {
  /** @throws Unreachable when this run can't get such an event. */
  delivered(kind: string): Promise<SignedDelivery>
  /** Any event at all. */
  any(): Promise<SignedDelivery>
}

/** The status that an event of this kind reports (W7). */
export const STATUS_OF_KIND: Readonly<Record<string, string>> = {
  'inquiry.approved': 'APPROVED',
  'inquiry.review_in_progress': 'NEEDS_REVIEW',
  'inquiry.declined': 'DECLINED',
}

/** @param createTenant makes a tenant whose endpoint is the suite's receiver. */
export function sandboxEvents(createTenant: () => Promise<OwnTenant>): Events {
  const sent = new Map<string, Promise<SignedDelivery>>()
  const delivered = (kind: string) => {
    const known = sent.get(kind) ?? send(createTenant, kind)
    sent.set(kind, known)
    return known
  }
  return { delivered, any: () => delivered('inquiry.approved') }
}

async function send(createTenant: () => Promise<OwnTenant>, kind: string): Promise<SignedDelivery> {
  const tenant = await createTenant()
  const inquiryId = await open(tenant.merchant)
  await tenant.complete(inquiryId, STATUS_OF_KIND[kind] ?? kind)
  // A decline may follow a review (N5).
  const delivered = await tenant.delivered(kind === 'inquiry.declined' ? 2 : 1)
  const delivery = delivered.find((each) => eventOf(each).type === kind)
  // Whether an event has to arrive is for W7 and W8; the other checks can't run without one.
  if (!delivery) throw new NotDelivered(`no ${kind} arrived`)
  const { status: statusThen } = await read(tenant.merchant, inquiryId)
  return { delivery, secret: tenant.endpoint.secret, inquiryId, tenant, statusThen }
}

/** @param arrived what the receiver got for the inquiry that a person completed. */
export function listenedEvents(
  arrived: readonly Delivery[],
  secret: string,
  inquiryId: string,
  statusThen: unknown,
): Events {
  const find = (fits: (delivery: Delivery) => boolean, what: string) => {
    const delivery = arrived.find(fits)
    if (!delivery) return Promise.reject(new NotDelivered(`no ${what} arrived`))
    return Promise.resolve({ delivery, secret, inquiryId, tenant: null, statusThen })
  }
  return {
    delivered: (kind) => find((delivery) => eventOf(delivery).type === kind, kind),
    any: () => find(() => true, 'event'),
  }
}

export const NO_EVENTS: Events = {
  delivered: () => Promise.reject(new Unreachable('needs --control or --listen')),
  any: () => Promise.reject(new Unreachable('needs --control or --listen')),
}

/** The body as a record; empty if it isn't a JSON object. */
export function eventOf(delivery: Delivery): Record<string, unknown> {
  const event = parseJson(delivery.bytes.toString('utf8'))
  return isRecord(event) ? event : {}
}

/** The events about one inquiry, in the order of arrival. */
export function eventsAbout(
  deliveries: readonly Delivery[],
  inquiryId: string,
): Record<string, unknown>[] {
  return deliveries.filter((each) => dataOf(each).inquiryId === inquiryId).map(eventOf)
}

/** The event's `data`; empty if it has none. */
export function dataOf(delivery: Delivery): Record<string, unknown> {
  const { data } = eventOf(delivery)
  return isRecord(data) ? data : {}
}
