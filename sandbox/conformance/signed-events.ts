// Signed events for checks to look at. A sandbox sends them on request; the real service sends them when a person completes
// an inquiry while the suite listens.
import { createHmac } from 'node:crypto'
import { APPROVAL, eventOf, type OwnTenant } from './control.ts'
import type { Delivery } from './receiver.ts'
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

/** @param kind null for any event. @throws Unreachable when this run can't get such an event. */
export type Events = (kind: string | null) => Promise<SignedDelivery>

/** The status that an event of this kind reports (W7). */
export const STATUS_OF_KIND: Readonly<Record<string, string>> = {
  [APPROVAL]: 'APPROVED',
  'inquiry.review_in_progress': 'NEEDS_REVIEW',
  'inquiry.declined': 'DECLINED',
}

/** @param createTenant makes a tenant whose endpoint is the suite's receiver. */
export function sandboxEvents(createTenant: () => Promise<OwnTenant>): Events {
  const sent = new Map<string, Promise<SignedDelivery>>()
  const send = async (kind: string): Promise<SignedDelivery> => {
    const tenant = await createTenant()
    const inquiryId = await tenant.open()
    await tenant.complete(inquiryId, STATUS_OF_KIND[kind] ?? kind)
    // A decline may follow a review (N5).
    const delivered = await tenant.delivered(kind === 'inquiry.declined' ? 2 : 1)
    const delivery = delivered.find((each) => eventOf(each).type === kind)
    // Whether an event has to arrive is for W7 and W8; the other checks can't run without one.
    if (!delivery) throw new NotDelivered(`no ${kind} arrived`)
    const { status: statusThen } = await tenant.read(inquiryId)
    return { delivery, secret: tenant.endpoint.secret, inquiryId, tenant, statusThen }
  }
  return (kind) => {
    const wanted = kind ?? APPROVAL
    const known = sent.get(wanted) ?? send(wanted)
    sent.set(wanted, known)
    return known
  }
}

/** @param arrived what the receiver got for the inquiry that a person completed. */
export function listenedEvents(
  arrived: readonly Delivery[],
  about: Omit<SignedDelivery, 'delivery' | 'tenant'>,
): Events {
  return async (kind) => {
    const delivery = arrived.find((each) => kind === null || eventOf(each).type === kind)
    if (!delivery) throw new NotDelivered(`no ${kind ?? 'event'} arrived`)
    return { ...about, delivery, tenant: null }
  }
}

const PREFIX = 'whsec_'
const KEY_FORMS: Readonly<Record<string, (secret: string) => string | Buffer>> = {
  "the secret's UTF-8 bytes, with its prefix": (secret) => secret,
  'without its prefix': (secret) => secret.slice(PREFIX.length),
  'base64-decoded, without its prefix': (secret) =>
    Buffer.from(secret.slice(PREFIX.length), 'base64'),
}

/** The form of the key with which the secret signed these bytes (N15); null if none fits. */
export function keyForm({ headers, bytes }: Delivery, secret: string): string | null {
  // W4 checks the prefix.
  const digest = String(headers['x-service-signature'] ?? '').replace(/^sha256=/, '')
  const signs = ([, key]: [string, (secret: string) => string | Buffer]) =>
    createHmac('sha256', key(secret)).update(bytes).digest('hex') === digest.toLowerCase()
  return Object.entries(KEY_FORMS).find(signs)?.[0] ?? null
}
