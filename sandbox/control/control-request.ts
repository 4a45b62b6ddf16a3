// How the control API reads and refuses requests: JSON in, one error shape out.
import type { Context } from 'hono'
import { z } from 'zod'
import { DEMO_TENANT } from '../scenario/seed.ts'
import type { Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

export type Read<T> = { ok: true; value: T } | { ok: false; response: Response }

export const nothingSchema = z.object({}).strict()
export const scopeSchema = z.object({ tenantId: z.string().optional() }).strict()

const emptyBody: unknown = {}

/**
 * Parses the request's JSON body. It requires the content type because a page on another origin can post text here
 * without a preflight, but not JSON.
 */
export async function readControl<T>(c: Context, schema: z.ZodType<T>): Promise<Read<T>> {
  const text = await c.req.text()
  if (text !== '' && !c.req.header('content-type')?.startsWith('application/json')) {
    return { ok: false, response: refuseControl(c, 415, 'The body must be application/json.') }
  }
  let given = emptyBody
  try {
    if (text !== '') given = JSON.parse(text)
  } catch {
    return { ok: false, response: refuseControl(c, 400, 'The body is not valid JSON.') }
  }
  const parsed = schema.safeParse(given)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, response: refuseControl(c, 400, z.prettifyError(parsed.error)) }
}

/** The body and its tenant: the one in `tenantId`, or else the seeded one. */
export async function readForTenant<T extends object>(
  c: Context,
  store: Store,
  schema: z.ZodType<T>,
): Promise<Read<{ tenant: Tenant; request: T }>> {
  const read = await readControl(c, z.looseObject({ tenantId: z.string().optional() }))
  if (!read.ok) return read
  const { tenantId, ...request } = read.value
  const parsed = schema.safeParse(request)
  if (!parsed.success) {
    return { ok: false, response: refuseControl(c, 400, z.prettifyError(parsed.error)) }
  }
  const tenant = tenantOf(store, tenantId)
  if (!tenant) return { ok: false, response: noSuchTenant(c) }
  return { ok: true, value: { tenant, request: parsed.data } }
}

const CODES = {
  400: 'INVALID_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
} as const

export function refuseControl(c: Context, status: keyof typeof CODES, message: string): Response {
  return c.json({ code: CODES[status], message }, status)
}

export function noSuchTenant(c: Context): Response {
  return refuseControl(c, 404, 'There is no such tenant.')
}

/** The given tenant, or else the seeded one. */
export function tenantOf(store: Store, tenantId: string | undefined): Tenant | null {
  return store.tenants.get(tenantId ?? DEMO_TENANT.id)
}
