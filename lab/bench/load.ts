/** Sends signed events, each with its own id, as fast as a receiver accepts them. */
import { createHmac, randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** The largest burst of retries (N8). */
export const CONNECTIONS = 100

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses other than 2xx, and requests without a response. */
  failures: number
}

interface LoadOptions {
  url: string
  secret: string
  inquiryIds: readonly string[]
  /** Ends after this many seconds or requests. */
  until: { seconds: number } | { requests: number }
}

/** Every event is newer than the one before, so each is applied. */
let sent = 0

export async function sendEvents({
  url,
  secret,
  inquiryIds,
  until,
}: LoadOptions): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const inquiryId = inquiryIds[sent % inquiryIds.length]
          const createdAt = new Date(Date.UTC(2026, 0, 1) + sent++).toISOString()
          const status = sent % 2 ? 'APPROVED' : 'NEEDS_REVIEW'
          const type = sent % 2 ? 'inquiry.approved' : 'inquiry.review_in_progress'
          const data = { inquiryId, status, correlationId: randomUUID() }
          const body = JSON.stringify({ id: randomUUID(), type, createdAt, data })
          const digest = createHmac('sha256', secret).update(body).digest('hex')
          const headers = {
            'content-type': 'application/json',
            'x-service-signature': `sha256=${digest}`,
            'x-service-delivery-id': randomUUID(),
          }
          return { ...request, body, headers }
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
