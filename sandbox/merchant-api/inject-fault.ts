// Applies queued faults to the merchant API's responses.
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { keepFailure } from '../commands/open-inquiry.ts'
import type { Context } from '../context.ts'
import { takeApiFault } from '../scenario/faults.ts'
import { retryAfter } from '../scenario/gaps/wire.ts'
import { rateLimitExceeded, serverError } from '../service/errors.ts'
import type { FailureStatus } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import { type MerchantEnv, refuse, requireTenant } from './pipeline.ts'

const DEFAULT_DELAY_MS = 2_000
/** The wait in a 429 that a fault causes, as opposed to the rate limit. */
const FAULT_RETRY_AFTER_MS = 2_000
const openSchema = z.object({ referenceId: z.string() })

/** Consumes the fault that matches this request, if there is one, and applies it around the route. */
export function injectFault(context: Context): MiddlewareHandler<MerchantEnv> {
  const { store } = context
  return async (c, next) => {
    const fault = takeApiFault(store, requireTenant(c).id, faultContextOf(c, store))
    if (!fault) return next()
    c.set('fault', fault)
    switch (fault.kind) {
      case 'rate-limited': {
        const form = fault.retryAfter ?? 'seconds'
        return refuse(c, rateLimitExceeded(retryAfter(form, FAULT_RETRY_AFTER_MS)))
      }
      case 'server-error':
        return failWith(c, context, fault.status ?? 503)
      case 'reset':
        return resetConnection(c)
      case 'reset-after-commit':
        await next()
        c.res = resetConnection(c)
        return
      case 'timeout-after-commit':
        await next()
        await clientGone(c)
        return
      case 'malformed':
        await next()
        c.res = new Response((c.get('answerBody') ?? '').slice(0, -3), c.res)
        return
      default:
        return next()
    }
  }
}

/** Applies `slow` after the check for a running Idempotency-Key, so that a second request finds the first one still running. */
export function injectDelay(): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const fault = c.get('fault')
    if (fault?.kind === 'slow') {
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? DEFAULT_DELAY_MS))
    }
    await next()
  }
}

/** With some N2 settings, later opens get this answer again. */
function failWith(c: HonoContext<MerchantEnv>, context: Context, status: FailureStatus): Response {
  if (c.req.method === 'POST') {
    const key = c.req.header('idempotency-key') ?? null
    keepFailure(context, requireTenant(c), c.get('json'), key, status)
  }
  return refuse(c, serverError(status))
}

function faultContextOf(c: HonoContext<MerchantEnv>, store: Store) {
  if (c.req.method === 'POST') {
    const referenceId = openSchema.safeParse(c.get('json')).data?.referenceId ?? null
    return { operation: 'open', inquiryId: null, referenceId }
  }
  const [, inquiryId = ''] = /\/inquiries\/([^/]+)/.exec(c.req.path.toLowerCase()) ?? []
  const inquiry = store.inquiries.get(inquiryId)
  return {
    operation: c.req.path.endsWith('/documents') ? 'documents' : 'status',
    inquiryId: inquiry?.id ?? null,
    referenceId: inquiry?.referenceId ?? null,
  }
}

/** Resets the connection. If there is no socket, as when a test calls the app directly, responds with 502. */
function resetConnection(c: HonoContext<MerchantEnv>): Response {
  c.env?.incoming?.socket.resetAndDestroy()
  return new Response(null, { status: 502 })
}

/** Resolves when the merchant has disconnected. */
function clientGone(c: HonoContext<MerchantEnv>): Promise<void> {
  const { signal } = c.req.raw
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
