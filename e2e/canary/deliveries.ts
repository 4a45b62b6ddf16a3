// Valid and invalid deliveries, each with personal data where none belongs.
import { randomUUID } from 'node:crypto'
import { DELIVERY_ID_HEADER, eventOf, SIGNATURE_HEADER, signature } from '../fixtures/events'
import type { Specimen } from './canaries'
import { IDENTITY, SECRETS } from './canaries'

const TELLTALE_HEADER = `Quillon Canarywright, ${IDENTITY.personalInfo.phone}`
const { VERIFICATION_WEBHOOK_SECRET: CURRENT, VERIFICATION_WEBHOOK_SECRET_PREVIOUS: PREVIOUS } =
  SECRETS

interface Attempt {
  body: string | Buffer
  headers: Record<string, string>
}

/** @returns the app's response, headers included */
export async function deliver(appUrl: string, { body, headers }: Attempt): Promise<Specimen> {
  const where = `${appUrl}/api/webhooks/verification?email=${IDENTITY.personalInfo.email}`
  const response = await fetch(where, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(Buffer.from(body)),
  })
  return {
    where: `the ${response.status} response to a delivery`,
    text: `${JSON.stringify([...response.headers])} ${await response.text()}`,
  }
}

export const signed = (body: string | Buffer, secret = CURRENT): Attempt => ({
  body,
  headers: { [SIGNATURE_HEADER]: signature(secret, body), [DELIVERY_ID_HEADER]: randomUUID() },
})

/** Signed a minute ago: times that are at least five seconds apart tell the app which event came last (N30). */
export const earlierReview = (inquiryId: string, data: object = {}) =>
  eventOf(
    'NEEDS_REVIEW',
    { inquiryId, referenceId: undefined, ...data },
    new Date(Date.now() - 60_000),
  )

/** Signed events that the app accepts, with fields beyond those in the contract (N12, N13). */
export function telltaleEvents(inquiryId: string): Attempt[] {
  const known = JSON.stringify(earlierReview(inquiryId, IDENTITY))
  const future = {
    ...eventOf('APPROVED'),
    type: 'inquiry.future',
    data: IDENTITY,
    customer: IDENTITY,
  }
  return [
    signed(known),
    signed(known, PREVIOUS),
    signed(JSON.stringify(future)),
    signed(JSON.stringify(eventOf('APPROVED', { ...IDENTITY, status: TELLTALE_HEADER }))),
    {
      ...signed(known),
      headers: { ...signed(known).headers, [DELIVERY_ID_HEADER]: TELLTALE_HEADER },
    },
  ]
}

/** Deliveries that the app refuses, each for a different reason. */
export function refusedDeliveries(): Attempt[] {
  const event = JSON.stringify(eventOf('APPROVED', IDENTITY))
  const headers = { [DELIVERY_ID_HEADER]: TELLTALE_HEADER }
  return [
    { body: event, headers },
    { body: event, headers: { ...headers, [SIGNATURE_HEADER]: TELLTALE_HEADER } },
    { body: event, headers: { ...headers, [SIGNATURE_HEADER]: `sha256=${CURRENT}` } },
    { ...signed(event, 'whsec_of-somebody-else'), body: event },
    { ...signed(event), body: event.replace('GB', 'FR') },
    signed(JSON.stringify(IDENTITY)),
    signed(event.slice(0, -9)),
    signed(JSON.stringify({ ...eventOf('APPROVED'), type: TELLTALE_HEADER })),
    signed(Buffer.concat([Buffer.from(event), Buffer.from([0xc3, 0x28])])),
    signed(JSON.stringify({ ...IDENTITY, padding: 'x'.repeat(1024 * 1024) })),
  ]
}
