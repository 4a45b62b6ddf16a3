// Shared by the portal's pages: the sandbox, forms, and the notices after them.
import type { Context as HonoContext } from 'hono'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tenant } from '../state/entities.ts'

export interface Portal extends Context {
  /** The notice for each session's next page. It stays in memory, so no secret is written to disk. */
  notices: Map<string, Notice>
  control: (path: string, init: RequestInit) => Response | Promise<Response>
}

export interface PortalSession {
  id: string
  tenantId: string
}

export interface PortalEnv {
  Variables: SecureHeadersVariables & {
    session: PortalSession
    /** The current tenant. Every lookup in the portal is limited to it. */
    tenant: Tenant
  }
}

/** Ends a form's request: redirects, so that a reload doesn't submit twice, and leaves a notice for the next page. */
export function goTo(
  c: HonoContext<PortalEnv>,
  { notices }: Portal,
  path: `/portal${string}`,
  notice: Notice,
): Response {
  notices.set(c.get('session').id, notice)
  return c.redirect(path, 303)
}

/** The entity of an id in a path, if it is this tenant's. Another tenant's counts as missing. */
export function ownOf<T extends { tenantId: string }>(
  c: HonoContext<PortalEnv>,
  found: T | null,
): T | null {
  return found?.tenantId === c.get('tenant').id ? found : null
}

type FormResult<T> = { ok: true; value: T } | { ok: false; problem: string }

/** Parses a form, or returns the first problem's message. A field whose name ends with `[]` becomes an array. */
export async function readForm<T>(c: HonoContext, schema: z.ZodType<T>): Promise<FormResult<T>> {
  const fields = await c.req.parseBody().catch(() => ({}))
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, problem: issue?.message ?? 'The form can’t be read.' }
}

export interface Notice {
  tone: 'good' | 'bad'
  text: string
  /** A value that only this page shows (A3, W1). */
  secret?: { label: string; value: string }
}
