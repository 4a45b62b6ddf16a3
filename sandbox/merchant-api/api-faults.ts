// Everything that can go wrong with an answer, on purpose: named, counted, and scoped to one tenant.
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { rateLimited } from '../commands/rate-limits.ts'
import { GAPS } from '../scenario/gaps.ts'
import { type Problem, refuse } from '../service/problems.ts'
import type { Fault } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import { type MerchantEnv, requireTenant } from './pipeline.ts'

/** Each fault and what the merchant sees. */
export const API_FAULTS = {
  'rate-limited': '429 with the form of Retry-After that `retryAfter` names (N17)',
  'server-error': 'the 5xx that `status` names, 503 unless given; nothing is done',
  slow: 'the right answer, `delayMs` late',
  reset: 'the connection is reset before anything is done',
  'reset-after-commit': 'everything is done, then the connection is reset',
  'timeout-after-commit': 'everything is done, but no answer ever comes',
  malformed: 'everything is done, but the answer is cut-off JSON',
} as const

export type ApiFaultKind = keyof typeof API_FAULTS

const DEFAULT_DELAY_MS = 2_000
/** What a 429 asks to wait when the fault, and not a window, caused it. */
const FAULT_RETRY_AFTER_MS = 2_000
const retryAfterSchema = z.enum(GAPS.N17.values).catch('seconds')
const serverErrorSchema = z.literal([500, 502, 503, 504]).catch(503)
const socketSchema = z.object({ incoming: z.custom<DestroyableRequest>(isDestroyableRequest) })

interface DestroyableRequest {
  socket: { destroy(): void; resetAndDestroy(): void }
}

export function isApiFaultKind(kind: string): kind is ApiFaultKind {
  return Object.hasOwn(API_FAULTS, kind)
}

/** Uses up one counted fault, if the tenant has any, and plays it around the route. */
export function playApiFault(store: Store): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const fault = takeFault(store, requireTenant(c).id, operationOf(c))
    if (!fault || !isApiFaultKind(fault.kind)) return next()
    c.set('fault', fault)
    switch (fault.kind) {
      case 'rate-limited':
        return refuse(
          c,
          rateLimited(retryAfterSchema.parse(fault.retryAfter), FAULT_RETRY_AFTER_MS),
        )
      case 'server-error':
        return refuse(c, serverError(fault))
      case 'slow':
        return next()
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
    }
  }
}

/** Plays `slow`, behind the check for a running Idempotency-Key: a second request must find the first one there. */
export function playSlowness(): MiddlewareHandler<MerchantEnv> {
  return async (c, next) => {
    const fault = c.get('fault')
    if (fault?.kind === 'slow') {
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? DEFAULT_DELAY_MS))
    }
    await next()
  }
}

function takeFault(store: Store, tenantId: string, operation: Fault['operation']): Fault | null {
  const fault = store.faults
    .listBy('tenant', tenantId)
    .filter((candidate) => candidate.target === 'api')
    .find((candidate) => candidate.operation === null || candidate.operation === operation)
  if (!fault) return null
  if (fault.remaining <= 1) store.faults.delete(fault.id)
  else store.faults.put({ ...fault, remaining: fault.remaining - 1 })
  return fault
}

function operationOf(c: Context<MerchantEnv>): Fault['operation'] {
  if (c.req.method === 'POST') return 'open'
  return c.req.path.endsWith('/documents') ? 'documents' : 'status'
}

function serverError(fault: Fault): Problem {
  return {
    status: serverErrorSchema.parse(fault.status),
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service cannot answer now.',
  }
}

/** Cuts the socket; without one (a test that calls the app directly) a 502 stands in for it. */
function resetConnection(c: Context<MerchantEnv>): Response {
  const bindings = socketSchema.safeParse(c.env)
  if (bindings.success) bindings.data.incoming.socket.resetAndDestroy()
  return new Response(null, { status: 502 })
}

/** Resolves when the merchant has given up. */
function clientGone(c: Context<MerchantEnv>): Promise<void> {
  const { signal } = c.req.raw
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function isDestroyableRequest(value: unknown): value is DestroyableRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'socket' in value &&
    typeof value.socket === 'object' &&
    value.socket !== null &&
    'resetAndDestroy' in value.socket
  )
}
