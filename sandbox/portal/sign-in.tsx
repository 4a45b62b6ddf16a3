/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Sign-in, by password or with one click. It protects only a sandbox.

import type { Context } from 'hono'
import { Hono } from 'hono'
import { z } from 'zod'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { Field } from './kit.tsx'
import { Brand, renderDocument } from './page.tsx'
import { type Portal, type PortalEnv, readForm } from './portal.ts'
import { endSession, PORTAL_USER, writeSession } from './session.ts'

/** Only pages of the portal, so a link to the sign-in can't redirect anywhere else (open redirect). */
const nextSchema = z
  .string()
  .regex(/^\/portal(?:$|[/?])(?!.*\.\.)[\w/?=&%.:@-]*$/)
  .catch('/portal')

const credentialsSchema = z.object({
  email: z.string().trim().toLowerCase(),
  password: z.string(),
  next: nextSchema.default('/portal'),
})
const oneClickSchema = z.object({ next: nextSchema.default('/portal') })

export function createSignInRoutes(portal: Pick<Portal, 'store' | 'site'>): Hono<PortalEnv> {
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
    await writeSession(c, portal, DEMO_TENANT.id)
    return c.redirect(form.value.next, 303)
  })
  routes.post('/sign-in/demo', async (c) => {
    const form = await readForm(c, oneClickSchema)
    await writeSession(c, portal, DEMO_TENANT.id)
    return c.redirect(form.ok ? form.value.next : '/portal', 303)
  })
  routes.post('/sign-out', (c) => {
    endSession(c)
    return c.redirect('/portal/sign-in', 303)
  })
  return routes
}

function renderSignIn(
  c: Context<PortalEnv>,
  { next, problem }: { next: string; problem?: string },
) {
  const body = (
    <body class="sign-in">
      <header>
        <Brand />
        <p class="promise">Follow every identity check from request to decision.</p>
        <p>Sample people only. No real verification takes place.</p>
      </header>
      <main class="stack">
        <h1>Sign in to the portal</h1>
        {problem && (
          <p class="notice tone-bad" role="alert">
            {problem}
          </p>
        )}
        <form method="post" action="/portal/sign-in/demo">
          <input type="hidden" name="next" value={next} />
          <button class="button primary" type="submit">
            Continue as operator
          </button>
        </form>
        <details class="more" open={problem !== undefined}>
          <summary>Use an email address and password</summary>
          <form class="stack" method="post" action="/portal/sign-in">
            <input type="hidden" name="next" value={next} />
            <p class="soft">
              Use the demo account <code>{PORTAL_USER.email}</code> with the password{' '}
              <code>{PORTAL_USER.password}</code>.
            </p>
            <Field id="email" label="Email address">
              <input id="email" name="email" type="email" autocomplete="username" required />
            </Field>
            <Field id="password" label="Password">
              <input
                id="password"
                name="password"
                type="password"
                autocomplete="current-password"
                required
              />
            </Field>
            <button class="button" type="submit">
              Sign in
            </button>
          </form>
        </details>
      </main>
    </body>
  )
  const document = { title: 'Sign in', nonce: c.get('secureHeadersNonce') ?? '', body }
  return c.html(renderDocument(document), problem ? 401 : 200)
}
