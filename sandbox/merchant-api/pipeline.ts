// The middleware of every merchant request, in order: correlation id, wire record, key (A4) and rate limit (D5). An open also gets
// its JSON body read, and its Idempotency-Key checked for a running request (N2).
import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RateLimits } from '../commands/rate-limits.ts'
import { withLifetime } from '../scenario/gaps/life.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import { presentProblem, retryAfter, versionHeaders } from '../scenario/gaps/wire.ts'
import { hashApiKey, isUsable } from '../service/authentication.ts'
import { BODY_TOO_LARGE, type Problem, rateLimitExceeded, UNAUTHORIZED } from '../service/errors.ts'
import type { Clock } from '../state/clock.ts'
import type { Fault, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import type { Wire } from '../state/wire.ts'

export interface MerchantEnv {
  /** Node's request and response if there is a socket, so that a fault can reset the connection. */
  Bindings: Partial<HttpBindings> | undefined
  Variables: {
    tenant: Tenant | null
    /** When the request arrived. Once the key is known, this is by its tenant's clock. */
    startedAt: string
    correlationId: string
    /** The UUID for events, if the given correlation id isn't used there (N24). */
    eventCorrelationId: string | null
    requestBody: Uint8Array | null
    /** The parsed body of an open. */
    json: unknown
    answerBody: string | null
    inquiryId: string | null
    /** The fault that was applied to this request. */
    fault: Fault | null
  }
}

/** N24: visible ASCII is accepted unchanged. Anything else is replaced with a UUID, and never refused (O8). */
const CORRELATION_ID = /^[\x21-\x7e]{1,256}$/
/** The contract recommends a UUID v4 (O7). The sandbox accepts anything short and printable. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/
const NOTHING = new Uint8Array()
const MAX_BODY_BYTES = 1024 * 1024
const NO_JSON: Problem = {
  status: 415,
  code: 'UNSUPPORTED_MEDIA_TYPE',
  message: 'The body must be application/json.',
}
const MALFORMED_JSON: Problem = {
  status: 400,
  code: 'MALFORMED_JSON',
  message: 'The body is not valid JSON.',
}

/** Responds with the problem, in the shape that the tenant's N3 setting asks for. */
export function refuse(c: Context<MerchantEnv>, problem: Problem): Response {
  const tenant = c.get('tenant') ?? null
  const { body, contentType } = presentProblem(problem, c.get('correlationId'), tenant)
  c.set('answerBody', body)
  for (const [name, value] of Object.entries(problem.headers ?? {})) c.header(name, value)
  if (body === '') return c.body(null, problem.status)
  return c.body(body, problem.status, { 'content-type': contentType })
}

/** `authenticate` runs before every route, so a missing tenant is a bug. */
export function requireTenant(c: Context<MerchantEnv>): Tenant {
  const tenant = c.get('tenant')
  if (!tenant) throw new Error('no tenant: the route runs before authentication')
  return tenant
}

export function correlate(): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const given = c.req.header('x-correlation-id')
    const usable = given !== undefined && CORRELATION_ID.test(given)
    const correlationId = usable ? given : randomUUID()
    c.set('correlationId', correlationId)
    // Set before the route runs: setting a header on a finished response would copy the response.
    c.header('x-correlation-id', correlationId)
    await next()
    const tenant = c.get('tenant')
    if (tenant && gapValue(tenant, 'N24') === 'not-echoed') c.res.headers.delete('x-correlation-id')
  }
}

export function recordExchange(wire: Wire): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const startedMs = performance.now()
    c.set('startedAt', new Date().toISOString())
    await next()
    const tenantId = c.get('tenant')?.id ?? null
    const answerBody = c.get('answerBody')
    const url = new URL(c.req.url)
    wire.record({
      at: c.get('startedAt'),
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

export function authenticate(store: Store, clock: Clock): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const plaintext = c.req.header('x-api-key')
    if (plaintext === undefined) return refuse(c, UNAUTHORIZED)
    // The lookup uses the hash, so its timing reveals nothing about the key.
    const [key] = store.apiKeys.listBy('hash', hashApiKey(plaintext))
    if (!key) return refuse(c, UNAUTHORIZED)
    const tenant = store.tenants.require(key.tenantId)
    if (!isUsable(withLifetime(key, tenant), clock.nowMs(tenant.id))) return refuse(c, UNAUTHORIZED)
    c.set('tenant', tenant)
    c.set('startedAt', clock.nowIso(tenant.id))
    for (const [name, value] of Object.entries(versionHeaders(tenant))) c.header(name, value)
    await next()
  }
}

export function limitRate(limits: RateLimits): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const tenant = requireTenant(c)
    const waitMs = limits.count(tenant, c.req.header('x-api-key') ?? '')
    if (waitMs === null) return next()
    return refuse(c, rateLimitExceeded(retryAfter(gapValue(tenant, 'N17'), waitMs)))
  }
}

/** Reads an open's JSON body first. Any problem with it is a 4xx. */
export const readJsonBody: readonly MiddlewareHandler<MerchantEnv>[] = [
  async (c, next) => {
    const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    return mediaType === 'application/json' ? next() : refuse(c, NO_JSON)
  },
  bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => refuse(c, BODY_TOO_LARGE) }),
  async (c, next) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    c.set('requestBody', bytes)
    try {
      c.set('json', JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    } catch {
      return refuse(c, MALFORMED_JSON)
    }
    return next()
  },
]

/** Refuses an Idempotency-Key whose first request is still running (N2). */
export function oneAtATime(): MiddlewareHandler<MerchantEnv> {
  const running = new Set<string>()
  return async (c, next) => {
    const given = c.req.header('idempotency-key')
    const tenant = requireTenant(c)
    if (given === undefined) return next()
    if (!IDEMPOTENCY_KEY.test(given)) {
      return refuse(c, {
        status: 400,
        code: 'INVALID_IDEMPOTENCY_KEY',
        message: 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
      })
    }
    if (gapValue(tenant, 'N2') === 'ignored') return next()
    const key = `${tenant.id} ${given}`
    if (running.has(key)) {
      return refuse(c, {
        status: 409,
        code: 'IDEMPOTENCY_KEY_IN_USE',
        message: 'The first request with this Idempotency-Key is still running.',
      })
    }
    running.add(key)
    try {
      await next()
    } finally {
      running.delete(key)
    }
  }
}
