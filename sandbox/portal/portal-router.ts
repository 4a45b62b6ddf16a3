// The service's portal at /portal, for operators and integrators. Its pages work without scripts. Every form posts to its own
// origin, does one thing, and redirects.

import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { z } from 'zod'
import type { DeliverySender } from '../commands/delivery/sender.ts'
import type { Inquiries } from '../commands/inquiries.ts'
import type { Orders } from '../commands/orders.ts'
import type { Preparation } from '../commands/preparation.ts'
import type { State } from '../commands/state.ts'
import type { Wire } from '../state/wire.ts'
import { assetResponse, lazyBrowserAssets } from '../web/browser-assets.ts'
import { isOwnHost } from '../web/own-host.ts'
import { serviceIcon } from '../web/service-brand.ts'
import { readForm } from './form.ts'
import { createInquiryPages } from './inquiries/inquiry-pages.tsx'
import { Notices } from './notices.ts'
import type { Portal } from './portal.ts'
import { createBrandPages } from './preparation/brand-pages.tsx'
import { createEndpointPages } from './preparation/endpoint-pages.tsx'
import { createKeyPages } from './preparation/key-pages.tsx'
import { createTemplatePages } from './preparation/template-pages.tsx'
import { createScenarioPages } from './scenario/scenario-pages.tsx'
import { type PortalEnv, requireSession, writeSession } from './session.ts'
import { createOverview } from './shell/overview.tsx'
import { renderNotFound } from './shell/page.tsx'
import { createSignInRoutes } from './shell/sign-in.tsx'
import { createWirePages } from './wire/wire-pages.tsx'

/** A form, and the largest logo. */
const MAX_BODY_BYTES = 256 * 1024

const tenantFormSchema = z.object({ tenantId: z.string() })

const assets = lazyBrowserAssets('portal')

interface PortalParts extends Omit<Portal, 'notices'> {
  wire: Wire
  deliveries: DeliverySender
  inquiries: Inquiries
  orders: Orders
  preparation: Preparation
  state: State
}

export function createPortalRouter(parts: PortalParts): Hono<PortalEnv> {
  const portal = { ...parts, notices: new Notices() }
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

  router.get('/icon.svg', (c) => c.body(serviceIcon(), 200, { 'content-type': 'image/svg+xml' }))
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
  router.post('/presenter-note/dismiss', (c) => {
    portal.presenterNotes.forget(c.get('tenant').id)
    return c.redirect('/portal', 303)
  })
  for (const pages of [
    createOverview(portal),
    createInquiryPages(portal),
    createTemplatePages(portal),
    createBrandPages(portal),
    createKeyPages(portal),
    createEndpointPages(portal),
    createWirePages(portal),
    ...(portal.site.controlEnabled ? [createScenarioPages(portal)] : []),
  ]) {
    router.route('/', pages)
  }
  router.all('*', (c) => renderNotFound(c, portal))
  return router
}

/** Requires the same origin, because another port on localhost is the same site and would send the cookie. */
const refuseForeignForms: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const site = c.req.header('sec-fetch-site')
  const isOwn =
    site === undefined
      ? c.req.header('origin') === new URL(c.req.url).origin
      : site === 'same-origin'
  return isOwn
    ? next()
    : c.text('This form was submitted from another origin, so it was refused.', 403)
}

function protectPages() {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      // A logo that has been chosen but not saved is a blob URL.
      imgSrc: ["'self'", 'blob:'],
      // The brand page shows the hosted flow.
      frameSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // With `no-referrer`, browsers would send `Origin: null` with our own forms.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: false,
  })
}
