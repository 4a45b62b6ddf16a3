// An Idempotency-Key whose first request is still running (N2): the second is told to come back.
import type { MiddlewareHandler } from 'hono'
import { gapValue } from '../scenario/gaps.ts'
import { refuse } from '../service/problems.ts'
import { type MerchantEnv, requireTenant } from './pipeline.ts'

/** Recommended is a UUID v4 (O7); anything short and printable is remembered just as well. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

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
        message: 'Idempotency-Key may hold up to 255 printable ASCII characters.',
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
