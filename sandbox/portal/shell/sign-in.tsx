/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Sign-in, by password or with one click. It protects only a sandbox.

import type { Context } from 'hono'
import { Hono } from 'hono'
import { z } from 'zod'
import { DEMO_TENANT } from '../../scenario/seed.ts'
import { SERVICE_NAME } from '../../web/service-brand.ts'
import { BrandMark } from '../brand.tsx'
import { readForm } from '../form.ts'
import type { Portal } from '../portal.ts'
import { endSession, PORTAL_USER, type PortalEnv, writeSession } from '../session.ts'
import { Icon } from './icons.tsx'
import { renderDocument } from './page.tsx'
import { StatusBadge } from './pieces.tsx'

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
      <header class="sign-in-front">
        <p class="sign-in-brand">
          <BrandMark /> {SERVICE_NAME} <small>Sandbox</small>
        </p>
        <div class="sign-in-sample">
          <p class="sign-in-promise">Follow every identity check from request to decision.</p>
          <SampleCase />
        </div>
        <p class="sandbox-remark">Sample people only. No real verification takes place.</p>
      </header>
      <main class="sign-in-card">
        <h1>Sign in to the portal</h1>
        {problem && (
          <p class="notice notice-problem" role="alert">
            {problem}
          </p>
        )}
        <form method="post" action="/portal/sign-in/demo">
          <input type="hidden" name="next" value={next} />
          <button class="button button-primary button-wide" type="submit">
            Continue as operator
          </button>
        </form>
        <details class="sign-in-account" open={problem !== undefined}>
          <summary class="button button-wide">Use an email address and password</summary>
          <form class="stack" method="post" action="/portal/sign-in">
            <input type="hidden" name="next" value={next} />
            <p class="muted">
              Use the demo account <code>{PORTAL_USER.email}</code> with the password{' '}
              <code>{PORTAL_USER.password}</code>.
            </p>
            <div class="field">
              <label for="email">Email address</label>
              <input id="email" name="email" type="email" autocomplete="username" required />
            </div>
            <div class="field">
              <label for="password">Password</label>
              <input
                id="password"
                name="password"
                type="password"
                autocomplete="current-password"
                required
              />
            </div>
            <button class="button button-wide" type="submit">
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

const SAMPLE_CHECKS = ['Personal information', 'Identity document', 'Face match']

/** A picture of what the service does, for the eye only. */
function SampleCase() {
  return (
    <div class="sample-case" aria-hidden="true">
      <p class="sample-person">
        <span class="case-initials">MS</span>
        <span>
          <strong>Mira Solberg</strong>
          <small>Identity card · Utopia</small>
        </span>
        <StatusBadge status="APPROVED" />
      </p>
      <ul class="checks">
        {SAMPLE_CHECKS.map((check) => (
          <li>
            <span class="check-icon tone-good">
              <Icon name="good" />
            </span>
            {check}
            <span class="check-word tone-good">Passed</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
