// Valid and invalid deliveries, each with personal data where none belongs.
import {
  DELIVERY_ID_HEADER,
  type Delivery,
  eventOf,
  SIGNATURE_HEADER,
  signed,
} from '../fixtures/events'
import { IDENTITY, SECRETS } from './canaries'

const TELLTALE_HEADER = `Quillon Canarywright, ${IDENTITY.personalInfo.phone}`
const { VERIFICATION_WEBHOOK_SECRET: CURRENT, VERIFICATION_WEBHOOK_SECRET_PREVIOUS: PREVIOUS } =
  SECRETS

export const signedByService = (body: Parameters<typeof signed>[0]) => signed(body, CURRENT)

/** Signed a minute ago: times that are at least five seconds apart tell the app which event came last (N30). */
export const earlierReview = (inquiryId: string, data: object = {}) =>
  eventOf(
    'NEEDS_REVIEW',
    { inquiryId, referenceId: undefined, ...data },
    new Date(Date.now() - 60_000),
  )

/** Signed events that the app accepts, with fields beyond those in the contract (N12, N13). */
export function telltaleEvents(inquiryId: string): Delivery[] {
  const known = earlierReview(inquiryId, IDENTITY)
  const { body, headers } = signedByService(known)
  const unknown = { type: 'inquiry.future', data: IDENTITY, customer: IDENTITY }
  return [
    { body, headers },
    signed(known, PREVIOUS),
    signedByService({ ...eventOf('APPROVED'), ...unknown }),
    signedByService(eventOf('APPROVED', { ...IDENTITY, status: TELLTALE_HEADER })),
    { body, headers: { ...headers, [DELIVERY_ID_HEADER]: TELLTALE_HEADER } },
  ]
}

/** Deliveries that the app refuses, each for a different reason. */
export function refusedDeliveries(): Delivery[] {
  const body = JSON.stringify(eventOf('APPROVED', IDENTITY))
  const headers = { [DELIVERY_ID_HEADER]: TELLTALE_HEADER }
  return [
    { body, headers },
    { body, headers: { ...headers, [SIGNATURE_HEADER]: TELLTALE_HEADER } },
    { body, headers: { ...headers, [SIGNATURE_HEADER]: `sha256=${CURRENT}` } },
    signed(body, 'whsec_of-somebody-else'),
    { ...signedByService(body), body: body.replace('GB', 'FR') },
    signedByService(IDENTITY),
    signedByService(body.slice(0, -9)),
    signedByService({ ...eventOf('APPROVED'), type: TELLTALE_HEADER }),
    signedByService(Buffer.concat([Buffer.from(body), Buffer.from([0xc3, 0x28])])),
    signedByService({ ...IDENTITY, padding: 'x'.repeat(1024 * 1024) }),
  ]
}
