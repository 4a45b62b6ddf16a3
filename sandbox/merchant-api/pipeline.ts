// What every merchant request passes before its route: correlation id, key (A4), rate limit (D5), in this order.
import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { RateLimits } from '../commands/rate-limits.ts'
import type { Clock } from '../scenario/clock.ts'
import { gapValue } from '../scenario/gaps.ts'
import { hashApiKey } from '../scenario/seed.ts'
import { refuse } from '../service/problems.ts'
import type { ApiKey, Fault, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

export interface MerchantEnv {
  /** Node's own request and response, when there is a socket: a fault may have to cut it. */
  Bindings: { incoming?: unknown; outgoing?: unknown }
  Variables: {
    tenant: Tenant | null
    correlationId: string
    /** The UUID that events carry, when the given correlation id is none (N24). */
    eventCorrelationId: string | null
    requestBody: Uint8Array | null
    answerBody: string | null
    inquiryId: string | null
    /** The fault of the scenario panel that this request met. */
    fault: Fault | null
  }
}

/** N24: any visible ASCII. */
const CORRELATION_ID = /^[\x21-\x7e]{1,256}$/

export function correlate(): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const given = c.req.header('x-correlation-id')
    const usable = given !== undefined && CORRELATION_ID.test(given)
    const correlationId = usable ? given : randomUUID()
    c.set('correlationId', correlationId)
    await next()
    const tenant = c.get('tenant')
    if (tenant && gapValue(tenant, 'N24') === 'not-echoed') return
    c.header('x-correlation-id', correlationId)
  }
}

/** Refuses a correlation id of another form; after the key, as all input is. */
export function checkCorrelationId(): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const given = c.req.header('x-correlation-id')
    const isRefused = gapValue(requireTenant(c), 'N24') === 'rejected'
    if (given === undefined || (CORRELATION_ID.test(given) && !isRefused)) return next()
    return refuse(c, {
      status: 400,
      code: 'INVALID_CORRELATION_ID',
      message: isRefused
        ? 'X-Correlation-Id is not accepted.'
        : 'X-Correlation-Id may hold up to 256 visible ASCII characters.',
    })
  }
}

export function authenticate(store: Store, clock: Clock): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const key = findKey(store, clock, c.req.header('x-api-key'))
    if (!key) {
      return refuse(c, {
        status: 401,
        code: 'UNAUTHORIZED',
        message: 'The API key is missing, invalid, expired or revoked.',
      })
    }
    c.set('tenant', store.tenants.require(key.tenantId))
    await next()
  }
}

export function limitRate(limits: RateLimits): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const exceeded = limits.count(requireTenant(c), c.req.header('x-api-key') ?? '')
    return exceeded ? refuse(c, exceeded) : next()
  }
}

/** Routes run behind `authenticate`: a missing tenant there is a bug. */
export function requireTenant(c: Context<MerchantEnv>): Tenant {
  const tenant = c.get('tenant')
  if (!tenant) throw new Error('no tenant: the route runs before authentication')
  return tenant
}

function findKey(store: Store, clock: Clock, plaintext: string | undefined): ApiKey | null {
  if (plaintext === undefined) return null
  // The hash is looked up, so how long it takes says nothing about the key.
  const [key] = store.apiKeys.listBy('hash', hashApiKey(plaintext))
  if (!key || key.revokedAt !== null) return null
  const expired = key.expiresAt !== null && clock.nowMs(key.tenantId) >= Date.parse(key.expiresAt)
  return expired ? null : key
}
