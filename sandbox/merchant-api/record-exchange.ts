// Puts every merchant request and its answer on the wire record.
import type { MiddlewareHandler } from 'hono'
import type { Clock } from '../scenario/clock.ts'
import type { Wire } from '../state/wire.ts'
import type { MerchantEnv } from './pipeline.ts'

const NOTHING = new Uint8Array()

export function recordExchange(wire: Wire, clock: Clock): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const startedMs = performance.now()
    await next()
    const tenantId = c.get('tenant')?.id ?? null
    const answerBody = c.get('answerBody')
    const url = new URL(c.req.url)
    wire.record({
      at: clock.nowIso(tenantId),
      tenantId,
      direction: 'request',
      correlationId: c.get('correlationId'),
      eventCorrelationId: c.get('eventCorrelationId') ?? null,
      inquiryId: c.get('inquiryId') ?? null,
      method: c.req.method,
      url: url.pathname + url.search,
      requestHeaders: c.req.header(),
      requestBody: c.get('requestBody') ?? NOTHING,
      status: c.res.status,
      failure: null,
      responseHeaders: Object.fromEntries(c.res.headers),
      responseBody: answerBody ? Buffer.from(answerBody) : NOTHING,
      durationMs: performance.now() - startedMs,
      delivery: null,
      fault: c.get('fault')?.kind ?? null,
    })
  }
}
