// Signs and sends events, and records which ones the app acknowledged.
import { type Event, eventOf, signed } from '../../e2e/fixtures/events.ts'
import { exchange } from './wire.ts'

/** The service's timeout. Customers wait longer. */
const TIMEOUT_MS = 5_000

export const unknownKind = (): Event => ({ ...eventOf('APPROVED'), type: 'lab.test' })

/** An event for an inquiry that the app doesn't know. */
export const ofUnknownInquiry = (): Event => eventOf('APPROVED')

export const reportOf = (inquiryId: string, status: 'NEEDS_REVIEW' | 'APPROVED'): Event =>
  eventOf(status, { inquiryId, referenceId: undefined })

export const signedHeaders = (body: string, secret: string) => ({
  'content-type': 'application/json',
  ...signed(body, secret).headers,
})

export class EventSender {
  /** Ids of the events that the app answered with 200. */
  readonly acknowledged = new Set<string>()

  constructor(private readonly secret: string) {}

  /** @returns whether the app acknowledged the event. An unacknowledged event may be stored too. */
  async send(site: string, event: Event): Promise<boolean> {
    const body = JSON.stringify(event)
    try {
      const headers = signedHeaders(body, this.secret)
      const url = `${site}/api/webhooks/verification`
      const init = { method: 'POST', headers, body }
      const { status } = await exchange(url, init, { timeoutMs: TIMEOUT_MS })
      if (status === 200) this.acknowledged.add(event.id)
      return status === 200
    } catch {
      return false
    }
  }
}
