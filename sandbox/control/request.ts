// Reads the control API's requests. A wrong request throws, and the router turns that into the API's error.
import type { Context } from 'hono'
import { z } from 'zod'
import { DEMO_TENANT } from '../scenario/seed.ts'
import type { Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

export const CODES = {
  400: 'INVALID_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  415: 'UNSUPPORTED_MEDIA_TYPE',
} as const

export class Refusal extends Error {
  constructor(
    readonly status: keyof typeof CODES,
    message: string,
  ) {
    super(message)
  }
}

export const nothingSchema = z.object({}).strict()
export const scopeSchema = z.object({ tenantId: z.string().optional() }).strict()

/**
 * Parses a JSON body; an empty body counts as an empty object. It requires the JSON content type, which another origin's page can
 * send only after a preflight. Such a page can post text without one.
 */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  readQuery(c, {})
  const text = await c.req.text()
  if (text !== '' && !c.req.header('content-type')?.startsWith('application/json')) {
    throw new Refusal(415, 'The body must be application/json.')
  }
  return parse(schema, text === '' ? {} : parseJson(text))
}

/** Reads the query. An unknown parameter is refused, because a misspelt filter would otherwise list everything. */
export function readQuery<Shape extends z.ZodRawShape>(c: Context, shape: Shape) {
  const known = Object.keys(shape).join(', ') || 'none'
  const schema = z.strictObject(shape, {
    error: ({ code, keys = [] }) =>
      code === 'unrecognized_keys'
        ? `There is no parameter ${keys}. This route has ${known}.`
        : undefined,
  })
  return parse(schema, c.req.query())
}

/** The body and its tenant: the one in `tenantId`, or the seeded one. */
export async function readForTenant<T extends object>(
  c: Context,
  store: Store,
  schema: z.ZodType<T>,
): Promise<{ tenant: Tenant; request: T }> {
  const body = await readBody(c, z.looseObject({ tenantId: z.string().optional() }))
  const { tenantId, ...rest } = body
  const request = parse(schema, rest)
  return { tenant: tenantOf(store, tenantId), request }
}

/** The tenant in the query's only parameter, `tenantId`, or the seeded one. */
export function tenantOfQuery(c: Context, store: Store): Tenant {
  return tenantOf(store, readQuery(c, scopeSchema.shape).tenantId)
}

function tenantOf(store: Store, tenantId: string | undefined): Tenant {
  return found(store.tenants.get(tenantId ?? DEMO_TENANT.id), 'tenant')
}

export function found<T>(entity: T | null, what: string): T {
  if (entity === null) throw new Refusal(404, `There is no such ${what}.`)
  return entity
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.')
  }
}

function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Refusal(400, z.prettifyError(parsed.error))
}
