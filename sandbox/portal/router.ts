// The service's portal at /portal, for operators and integrators. Its pages work without scripts. Every form posts to its own
// origin, does one thing, and redirects.

import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import type { Site } from '../commands/core.ts'
import type { Context } from '../context.ts'
import { createAssetRouter } from '../web/browser-assets.ts'
import { isOwnHost, sourceOf } from '../web/own-host.ts'
import { serviceIcon } from '../web/service-brand.ts'
import { createDeveloperPages } from './developer.tsx'
import { createInquiryPages } from './inquiries.tsx'
import { renderNotFound } from './page.tsx'
import { type Portal, type PortalEnv, readForm } from './portal.ts'
import { createScenarioPages } from './scenario.tsx'
import { createSignInRoutes, requireSession, writeSession } from './session.tsx'
import { createTemplatePages } from './templates.tsx'
import { createWirePages } from './wire.tsx'

const MAX_BODY_BYTES = 64 * 1024

const tenantFormSchema = z.object({ tenantId: z.string() })

export function createPortalRouter(context: Context, control: Portal['control']): Hono<PortalEnv> {
  const portal: Portal = { ...context, notices: new Map(), control }
  const router = new Hono<PortalEnv>().basePath('/portal')

  router.use(...guardPages(portal.site, MAX_BODY_BYTES))
  router.get('/icon.svg', serviceIcon)
  router.route('/assets', createAssetRouter())
  router.route('/', createSignInRoutes(portal))

  router.use(requireSession(portal))
  router.post('/tenant', async (c) => {
    const form = await readForm(c, tenantFormSchema)
    const tenant = form.ok ? portal.store.tenants.get(form.value.tenantId) : null
    if (tenant) await writeSession(c, portal, tenant.id, c.get('session').id)
    return c.redirect('/portal', 303)
  })
  router.route('/', createInquiryPages(portal))
  router.route('/', createTemplatePages(portal))
  router.route('/', createDeveloperPages(portal))
  router.route('/', createWirePages(portal))
  if (portal.site.controlEnabled) router.route('/', createScenarioPages(portal))
  router.all('*', (c) => renderNotFound(c, portal))
  return router
}

/**
 * Protects every page: strict headers, only the sandbox's own host, only forms from its own pages, no caching.
 * @param elsewhere other origins to which a form may lead
 */
export function guardPages(
  site: Site,
  maxBodyBytes: number,
  ...elsewhere: string[]
): MiddlewareHandler[] {
  const headers = secureHeaders({
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
    // With `no-referrer`, browsers would send `Origin: null` even with our own forms.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // The presenter's console must keep a reference to its stage, which shows pages of the portal and of another origin.
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: false,
  })
  return [
    headers,
    async (c, next) => {
      if (!isOwnHost(c.req.url, site.publicUrl)) {
        return c.text('This page only responds at localhost and at SANDBOX_PUBLIC_URL.', 403)
      }
      const isForm = c.req.method !== 'GET' && c.req.method !== 'HEAD'
      if (isForm && sourceOf(c.req) !== 'own') {
        return c.text('This form was submitted from another origin, so it was refused.', 403)
      }
      await next()
      // A page may show a secret or personal data.
      if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
    },
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (c) => c.text('This form is too large.', 413),
    }),
  ]
}
