// A delivery as the service sends it (W3–W5). A case can override parts of it.
import { randomUUID } from 'node:crypto'
import { DELIVERY_ID_HEADER, type Event, SIGNATURE_HEADER, signature } from '../fixtures/events'
import type { RawRequest } from './raw-request'

export const toBody = (event: unknown): Buffer => Buffer.from(JSON.stringify(event))

/** @param signed the value of the signature header; null leaves it out */
export function delivery(
  body: Buffer,
  signed: string | null,
  over: Partial<RawRequest> = {},
): RawRequest {
  return {
    headers: [
      ['Content-Type', 'application/json'],
      ...(signed === null ? [] : [[SIGNATURE_HEADER, signed] as const]),
      [DELIVERY_ID_HEADER, randomUUID()],
    ],
    body,
    ...over,
  }
}

/** A correctly signed delivery. */
export function signedDelivery(
  secret: string,
  body: Event | Buffer | string,
  over: Partial<RawRequest> = {},
): RawRequest {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return delivery(bytes, signature(secret, bytes), over)
}
