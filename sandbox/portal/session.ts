// Portal sessions: a signed cookie that contains the tenant, so sessions survive a restart.
import { createHmac, randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { z } from 'zod'
import { DEMO_TENANT } from '../scenario/seed.ts'
import type { Portal, PortalEnv, PortalSession } from './portal.ts'

/** Public on purpose, like the rest of the seed: it works only in a sandbox, and the demo prints it. */
export const PORTAL_USER = { email: 'portal@example.com', password: 'sandbox-portal' } as const

/** All ports of a host share cookies, so the name has the port. */
const cookieOf = (c: Context): string => `veridian_portal_${new URL(c.req.url).port}`
const SESSION_S = 12 * 60 * 60

const sessionSchema = z
  .string()
  .transform((text) => text.split('|'))
  .pipe(z.tuple([z.uuid(), z.string(), z.string().regex(/^\d+$/)]))
  .transform(([id, tenantId, endsAtMs]) => ({ id, tenantId, endsAtMs: Number(endsAtMs) }))

/** Redirects visitors without a session to the sign-in page. */
export function requireSession(
  portal: Pick<Portal, 'store' | 'site'>,
): MiddlewareHandler<PortalEnv> {
  return async (c, next) => {
    const session = await readSession(c, portal)
    if (!session) {
      const wanted = c.req.method === 'GET' ? new URL(c.req.url) : null
      const query = wanted
        ? `?${new URLSearchParams({ next: wanted.pathname + wanted.search })}`
        : ''
      return c.redirect(`/portal/sign-in${query}`, 303)
    }
    const { tenants } = portal.store
    c.set('session', session)
    // A reset may have removed the tenant.
    c.set('tenant', tenants.get(session.tenantId) ?? tenants.require(DEMO_TENANT.id))
    await next()
  }
}

/** Starts a session, or switches an existing one to another tenant. */
export async function writeSession(
  c: Context,
  portal: Pick<Portal, 'store' | 'site'>,
  tenantId: string,
  sessionId: string = randomUUID(),
): Promise<void> {
  // The machine's time, because moving the sandbox's clock must not end a session.
  const value = [sessionId, tenantId, Date.now() + SESSION_S * 1000].join('|')
  await setSignedCookie(c, cookieOf(c), value, signingKey(portal), {
    path: '/portal',
    httpOnly: true,
    sameSite: 'Lax',
    secure: portal.site.publicUrl.startsWith('https:'),
    maxAge: SESSION_S,
  })
}

export function endSession(c: Context): void {
  deleteCookie(c, cookieOf(c), { path: '/portal' })
}

async function readSession(
  c: Context,
  portal: Pick<Portal, 'store' | 'site'>,
): Promise<PortalSession | null> {
  const parsed = sessionSchema.safeParse(await getSignedCookie(c, signingKey(portal), cookieOf(c)))
  return parsed.success && parsed.data.endsAtMs > Date.now() ? parsed.data : null
}

function signingKey(portal: Pick<Portal, 'store' | 'site'>): string {
  const { store } = portal
  return createHmac('sha256', store.artifactSigningKey()).update('portal session').digest('hex')
}
