// What every page of the portal works with: the sandbox, its forms, and the notices that follow them.
import type { Context as HonoContext } from 'hono'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tenant } from '../state/entities.ts'

export interface Portal extends Context {
  /** By session, whose next page takes its notice. In memory only, so a secret is never written to disk. */
  notices: Map<string, Notice>
  /** Calls the control API as a program would. */
  control: (path: string, init: RequestInit) => Response | Promise<Response>
}

export interface PortalSession {
  id: string
  tenantId: string
}

export interface PortalEnv {
  Variables: SecureHeadersVariables & {
    session: PortalSession
    /** The current tenant, which every lookup in the portal is limited to. */
    tenant: Tenant
  }
}

/** The end of every form: a redirect, so that a reload doesn't submit twice, and a notice for the next page. */
export function goTo(
  c: HonoContext<PortalEnv>,
  { notices }: Portal,
  path: `/portal${string}`,
  notice: Notice,
): Response {
  notices.set(c.get('session').id, notice)
  return c.redirect(path, 303)
}

/** What an id in a path names, if it's this tenant's. Another tenant's looks like a missing one. */
export function ownOf<T extends { tenantId: string }>(
  c: HonoContext<PortalEnv>,
  found: T | null,
): T | null {
  return found?.tenantId === c.get('tenant').id ? found : null
}

type FormResult<T> = { ok: true; value: T } | { ok: false; problem: string }

/** Parses a form, or gives the message of its first problem. A field whose name ends with `[]` becomes an array. */
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
  /** A value that is shown on this page and never again (A3, W1). */
  secret?: { label: string; value: string }
}
