// Events and deliveries as the service sends them (W3–W9), and the allowed answers. The battery builds and signs them on its own,
// because shared code would share the service's mistakes.
import { createHmac, randomUUID } from 'node:crypto'
import type { RawAnswer, RawRequest } from './raw-request.ts'

export const SIGNATURE_HEADER = 'X-Service-Signature'
export const DELIVERY_ID_HEADER = 'X-Service-Delivery-Id'

export interface Event {
  id: string
  type: string
  createdAt: string
  data: Record<string, unknown>
}

/** One or several deliveries. The title states a fact, with its clause. */
export interface Case {
  title: string
  run: (deliver: Deliver, secret: string) => Promise<void>
}

/** Sends a request, and records whether the response was expected. */
export type Deliver = (request: RawRequest, expected: Expectation) => Promise<void>

/** @param secret the endpoint's secret */
export type Request = (secret: string) => RawRequest

export interface Expectation {
  /** The text in a failed row. */
  wanted: string
  holds: (answer: RawAnswer) => boolean
}

/** N9: any 2xx in time accepts the event. */
export const ACCEPTED: Expectation = {
  wanted: 'a 2xx',
  holds: (answer) => typeof answer === 'number' && answer >= 200 && answer < 300,
}
/** W10: the bytes aren't from the service, or the receiver can't verify that they are. */
export const REFUSED: Expectation = {
  wanted: 'a 4xx',
  holds: (answer) => typeof answer === 'number' && answer >= 400 && answer < 500,
}
/** The receiver may accept or refuse it. */
export const EITHER: Expectation = {
  wanted: 'a 2xx or a 4xx',
  holds: (answer) => ACCEPTED.holds(answer) || REFUSED.holds(answer),
}
/** For broken or too large requests: the receiver may also close the connection, but must not keep it open without an answer. */
export const SURVIVED: Expectation = {
  wanted: 'below 500 in time, or closed',
  holds: (answer) => answer === 'closed' || (answer !== 'late' && answer < 500),
}

export function one(title: string, request: Request, expected: Expectation): Case {
  return { title, run: (deliver, secret) => deliver(request(secret), expected) }
}

/** An approval, by default of an unknown inquiry. */
export function approval(over: { id?: string; createdAt?: string; data?: object } = {}): Event {
  const { id = randomUUID(), createdAt = new Date().toISOString(), data } = over
  const own = {
    status: 'APPROVED',
    approvedAt: createdAt,
    succeededCapabilities: ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'],
  }
  return { id, type: 'inquiry.approved', createdAt, data: { ...about(), ...own, ...data } }
}

/** The contract doesn't show these kinds' data (N12). */
export const review = (data: object = {}): Event =>
  other('inquiry.review_in_progress', { status: 'NEEDS_REVIEW', ...data })
export const decline = (data: object = {}): Event =>
  other('inquiry.declined', { status: 'DECLINED', ...data })

function other(type: string, data: object): Event {
  const createdAt = new Date().toISOString()
  return { id: randomUUID(), type, createdAt, data: { ...about(), ...data } }
}

function about() {
  return {
    inquiryId: randomUUID(),
    referenceId: `battery-${randomUUID()}`,
    correlationId: randomUUID(),
  }
}

export const toBody = (event: unknown): Buffer => Buffer.from(JSON.stringify(event))

export const hmac = (key: string | Buffer, body: string | Buffer): string =>
  createHmac('sha256', key).update(body).digest('hex')

/** The value of the signature header (W4). */
export const signature = (secret: string, body: string | Buffer): string =>
  `sha256=${hmac(secret, body)}`

/** @param signed the signature header's value; null leaves the header out */
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

export function signedDelivery(
  secret: string,
  body: Event | Buffer | string,
  over: Partial<RawRequest> = {},
): RawRequest {
  const isBytes = Buffer.isBuffer(body)
  const bytes = isBytes ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return delivery(bytes, signature(secret, bytes), over)
}
