// Events that a test signs and sends itself, and which of them were acknowledged.
import { randomUUID } from 'node:crypto'
import { DELIVERY_ID_HEADER, SIGNATURE_HEADER, signature } from '../../e2e/fixtures/events.ts'
import { exchange } from './wire.ts'

/** As long as the service waits. A customer waits longer. */
const TIMEOUT_MS = 5_000

export interface SignedEvent {
  id: string
  body: string
}

export const unknownKind = (): SignedEvent => event('lab.test', {})

/** For an inquiry that the app doesn't know. */
export const ofUnknownInquiry = (): SignedEvent =>
  event('inquiry.approved', { inquiryId: randomUUID(), referenceId: `nobody-${randomUUID()}` })

export const reviewOf = (inquiryId: string): SignedEvent =>
  event('inquiry.review_in_progress', { inquiryId })

export const approvalOf = (inquiryId: string): SignedEvent =>
  event('inquiry.approved', { inquiryId, status: 'APPROVED' })

function event(type: string, data: object): SignedEvent {
  const id = randomUUID()
  return { id, body: JSON.stringify({ id, type, createdAt: new Date().toISOString(), data }) }
}

export const signedHeaders = (body: string, secret: string) => ({
  'content-type': 'application/json',
  [SIGNATURE_HEADER]: signature(secret, body),
  [DELIVERY_ID_HEADER]: randomUUID(),
})

export class EventSender {
  /** Ids of the events that were answered with 200. */
  readonly acknowledged = new Set<string>()

  constructor(private readonly secret: string) {}

  /** @returns whether the app acknowledged the event. Even if it didn't, it may have stored it. */
  async send(site: string, { id, body }: SignedEvent): Promise<boolean> {
    try {
      const headers = signedHeaders(body, this.secret)
      const url = `${site}/api/webhooks/verification`
      const init = { method: 'POST', headers, body }
      const { status } = await exchange(url, init, { timeoutMs: TIMEOUT_MS })
      if (status === 200) this.acknowledged.add(id)
      return status === 200
    } catch {
      return false
    }
  }
}
