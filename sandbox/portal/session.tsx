/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The portal's sessions and its sign-in. The sign-in form is already filled in, because it protects only a sandbox. A session is a
// signed cookie with the tenant's id, so it survives a restart. It ends with the browser.
import { createHmac, randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Context as SandboxContext } from '../context.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { Field } from './kit.tsx'
import { Brand, renderDocument } from './page.tsx'
import { type PortalEnv, type PortalSession, readForm } from './portal.ts'

/** Published on purpose, like the whole seed: it works only in a sandbox, and the demo prints it. */
export const PORTAL_USER = { email: 'portal@example.com', password: 'sandbox-portal' } as const

/** All ports of a host share cookies, so the cookie's name contains the port. */
const cookieOf = (c: Context): string => `veridian_portal_${new URL(c.req.url).port}`

const sessionSchema = z
  .string()
  .transform((text) => text.split('|'))
  .pipe(z.tuple([z.uuid(), z.string()]))
  .transform(([id, tenantId]) => ({ id, tenantId }))

export function requireSession(context: SandboxContext): MiddlewareHandler<PortalEnv> {
  return async (c, next) => {
    const session = await readSession(c, context)
    if (!session) {
      const wanted = c.req.method === 'GET' ? new URL(c.req.url) : null
      const query = wanted
        ? `?${new URLSearchParams({ next: wanted.pathname + wanted.search })}`
        : ''
      return c.redirect(`/portal/sign-in${query}`, 303)
    }
    const { tenants } = context.store
    c.set('session', session)
    // A reset may have removed this tenant.
    c.set('tenant', tenants.get(session.tenantId) ?? tenants.require(DEMO_TENANT.id))
    await next()
  }
}

export async function writeSession(
  c: Context,
  context: SandboxContext,
  tenantId: string,
  sessionId: string = randomUUID(),
): Promise<void> {
  const value = [sessionId, tenantId].join('|')
  await setSignedCookie(c, cookieOf(c), value, signingKey(context), {
    path: '/portal',
    httpOnly: true,
    sameSite: 'Lax',
    secure: context.site.publicUrl.startsWith('https:'),
  })
}

async function readSession(c: Context, context: SandboxContext): Promise<PortalSession | null> {
  const parsed = sessionSchema.safeParse(await getSignedCookie(c, signingKey(context), cookieOf(c)))
  return parsed.data ?? null
}

function signingKey(context: SandboxContext): string {
  const { store } = context
  return createHmac('sha256', store.artifactSigningKey()).update('portal session').digest('hex')
}

/** Accepts only the portal's pages, so that a link to the sign-in can't redirect elsewhere (open redirect). */
const nextSchema = z
  .string()
  .regex(/^\/portal(?:$|[/?])(?!.*\.\.)[\w/?=&%.:@-]*$/)
  .catch('/portal')

const credentialsSchema = z.object({
  email: z.string().trim().toLowerCase(),
  password: z.string(),
  next: nextSchema.default('/portal'),
})

export function createSignInRoutes(context: SandboxContext): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()

  routes.get('/sign-in', (c) => renderSignIn(c, { next: nextSchema.parse(c.req.query('next')) }))
  routes.post('/sign-in', async (c) => {
    const form = await readForm(c, credentialsSchema)
    const isUser =
      form.ok &&
      form.value.email === PORTAL_USER.email &&
      form.value.password === PORTAL_USER.password
    if (!isUser) {
      const next = form.ok ? form.value.next : '/portal'
      return renderSignIn(c, { next, problem: 'The email address or password is wrong.' })
    }
    await writeSession(c, context, DEMO_TENANT.id)
    return c.redirect(form.value.next, 303)
  })
  routes.post('/sign-out', (c) => {
    deleteCookie(c, cookieOf(c), { path: '/portal' })
    return c.redirect('/portal/sign-in', 303)
  })
  return routes
}

function renderSignIn(
  c: Context<PortalEnv>,
  { next, problem }: { next: string; problem?: string },
) {
  const body = (
    <body>
      <header class="top">
        <Brand />
      </header>
      <main class="sign-in">
        <div>
          <h1>Sign in to the portal</h1>
          <p class="soft">
            Follow every identity check from request to decision. Sample people only: no real
            verification takes place.
          </p>
        </div>
        {problem && (
          <p class="notice tone-bad" role="alert">
            {problem}
          </p>
        )}
        <form class="panel stack" method="post" action="/portal/sign-in">
          <input type="hidden" name="next" value={next} />
          <Field id="email" label="Email address">
            <input
              id="email"
              name="email"
              type="email"
              autocomplete="username"
              required
              value={PORTAL_USER.email}
            />
          </Field>
          <Field id="password" label="Password">
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              required
              value={PORTAL_USER.password}
            />
          </Field>
          <button class="button primary" type="submit">
            Sign in
          </button>
          <p class="hint">The sandbox’s only account is filled in.</p>
        </form>
      </main>
    </body>
  )
  const document = { title: 'Sign in', nonce: c.get('secureHeadersNonce') ?? '', body }
  return c.html(renderDocument(document), problem ? 401 : 200)
}
