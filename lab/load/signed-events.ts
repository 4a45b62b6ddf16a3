// Events that a load test signs and sends itself, and which of them were acknowledged.
import { createHmac, randomUUID } from 'node:crypto'
import { exchange } from './exchange.ts'

export interface SignedEvent {
  id: string
  body: string
}

export const unknownKind = (): SignedEvent => event('crash.test', {})

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

export class EventSender {
  /** Ids of the events that were answered with 200. */
  readonly acknowledged = new Set<string>()
  deliveries = 0

  constructor(private readonly secret: string) {}

  /** @returns whether the app acknowledged the event. Even if it didn't, it may have stored it. */
  async send(instance: string, { id, body }: SignedEvent): Promise<boolean> {
    this.deliveries++
    const digest = createHmac('sha256', this.secret).update(body).digest('hex')
    try {
      const { status } = await exchange(`${instance}/api/webhooks/verification`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-service-signature': `sha256=${digest}`,
          'x-service-delivery-id': randomUUID(),
        },
        body,
      })
      if (status === 200) this.acknowledged.add(id)
      return status === 200
    } catch {
      return false
    }
  }
}
