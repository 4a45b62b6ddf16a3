// The service's portal at /portal, for operators and integrators. Its pages work without scripts. Every form posts to its own
// origin, does one thing, and redirects.

import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { assetResponse, lazyBrowserAssets } from '../web/browser-assets.ts'
import { isOwnHost, sourceOf } from '../web/own-host.ts'
import { serviceIcon } from '../web/service-brand.ts'
import { createInquiryPages } from './inquiries.tsx'
import { createIntegrationPages } from './integration.tsx'
import { renderNotFound } from './page.tsx'
import { Notices, type Portal, type PortalEnv, readForm } from './portal.ts'
import { createScenarioPages } from './scenario.tsx'
import { requireSession, writeSession } from './session.ts'
import { createSignInRoutes } from './sign-in.tsx'
import { createWirePages } from './wire.tsx'

const MAX_BODY_BYTES = 64 * 1024

const tenantFormSchema = z.object({ tenantId: z.string() })

const assets = lazyBrowserAssets('portal')

export function createPortalRouter(context: Context, control: Portal['control']): Hono<PortalEnv> {
  const portal: Portal = { ...context, notices: new Notices(), control }
  const router = new Hono<PortalEnv>().basePath('/portal')

  router.use(protectPages())
  router.use(async (c, next) => {
    if (isOwnHost(c.req.url, portal.site.publicUrl)) return next()
    return c.text('The portal only responds at localhost and at SANDBOX_PUBLIC_URL.', 403)
  })
  router.use(refuseForeignForms)
  router.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.text('This form is too large.', 413),
    }),
  )
  router.use(async (c, next) => {
    await next()
    // A page may show a secret or personal data.
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })

  router.get('/icon.svg', serviceIcon)
  router.get('/assets/:name', async (c) => {
    const asset = (await assets()).get(c.req.param('name'))
    return asset ? assetResponse(asset, c.req.header('if-none-match')) : c.notFound()
  })
  router.route('/', createSignInRoutes(portal))

  router.use(requireSession(portal))
  router.post('/tenant', async (c) => {
    const form = await readForm(c, tenantFormSchema)
    const tenant = form.ok ? portal.store.tenants.get(form.value.tenantId) : null
    if (tenant) await writeSession(c, portal, tenant.id, c.get('session').id)
    return c.redirect('/portal', 303)
  })
  router.route('/', createInquiryPages(portal))
  router.route('/', createIntegrationPages(portal))
  router.route('/', createWirePages(portal))
  if (portal.site.controlEnabled) router.route('/', createScenarioPages(portal))
  router.all('*', (c) => renderNotFound(c, portal))
  return router
}

export const refuseForeignForms: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  return sourceOf(c.req) === 'own'
    ? next()
    : c.text('This form was submitted from another origin, so it was refused.', 403)
}

/** @param elsewhere other origins that a form may lead to */
export function protectPages(...elsewhere: string[]) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'", ...elsewhere],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // With `no-referrer`, browsers would send `Origin: null` with our own forms.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // The presenter's console keeps a hold of its stage, which shows pages of the portal and of another origin.
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: false,
  })
}
