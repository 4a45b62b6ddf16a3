/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The presenter's console at /guide. Like the control API, it needs no sign-in and answers only on its own host. Its forms that
// show a page have the stage as their target.
import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { type PortalEnv, readForm } from '../portal/portal.ts'
import { protectPages, refuseForeignForms } from '../portal/router.ts'
import { writeSession } from '../portal/session.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { assetResponse, lazyBrowserAssets } from '../web/browser-assets.ts'
import { isOwnHost } from '../web/own-host.ts'
import { CUTS, MERCHANT } from './cues.ts'
import { GuidePage, renderParts } from './page.tsx'
import { Presentation } from './presentation.ts'

const MAX_BODY_BYTES = 1024
const HEARTBEAT_MS = 15_000

const startSchema = z.object({ cut: z.enum(['full', 'short']) })
const actSchema = z.object({ cue: z.string() })
const goSchema = z.object({ index: z.coerce.number().int().nonnegative() })

const assets = lazyBrowserAssets('guide')

export function createGuideRouter(context: Context): Hono<PortalEnv> {
  const { site } = context
  const presentation = new Presentation(context)
  const router = new Hono<PortalEnv>().basePath('/guide')

  router.use(protectPages(new URL(site.merchantUrl).origin))
  router.use(async (c, next) => {
    if (isOwnHost(c.req.url, site.publicUrl)) return next()
    return c.text('The console only responds at localhost and at SANDBOX_PUBLIC_URL.', 403)
  })
  router.use(refuseForeignForms)
  router.use(
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('This form is too large.', 413) }),
  )
  router.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })

  router.get('/assets/:name', async (c) => {
    const asset = (await assets()).get(c.req.param('name'))
    return asset ? assetResponse(asset, c.req.header('if-none-match')) : c.notFound()
  })
  router.get('/', (c) =>
    c.html(GuidePage({ presentation, nonce: c.get('secureHeadersNonce') ?? '' })),
  )
  router.get('/stream', (c) => stream(c, presentation))

  router.post('/start', async (c) => {
    const form = await readForm(c, startSchema)
    if (form.ok) {
      // A new customer, if the merchant is on this host; and nobody has to sign in to the portal during the story.
      for (const name of Object.keys(getCookie(c)))
        if (name === MERCHANT.customerCookie) deleteCookie(c, name, { path: '/' })
      await writeSession(c, context, DEMO_TENANT.id)
      presentation.start(form.value.cut)
    }
    return c.redirect(presentation.urlOf({ at: 'merchant', path: MERCHANT.shop }), 303)
  })
  router.post('/act', async (c) => {
    const form = await readForm(c, actSchema)
    const cues = presentation.story ? CUTS[presentation.story.cut] : []
    const cue = form.ok ? cues.find(({ id }) => id === form.value.cue) : undefined
    if (!cue) return c.redirect('/guide', 303)
    presentation.act(cue.id)
    const page = cue.action?.stage
    return c.redirect(page ? presentation.urlOf(page) : '/guide', 303)
  })
  router.post('/go', async (c) => {
    const form = await readForm(c, goSchema)
    if (form.ok) presentation.goTo(form.value.index)
    return c.redirect('/guide', 303)
  })
  return router
}

/** Sends the parts of the page whenever one of them has changed, and all of them to a browser that reconnects. */
function stream(c: HonoContext, presentation: Presentation): Response {
  return streamSSE(c, async (sse) => {
    let sent = ''
    let wake = () => {}
    const unsubscribe = presentation.onChange(() => wake())
    sse.onAbort(() => {
      unsubscribe()
      wake()
    })
    while (!sse.aborted) {
      const next = new Promise<void>((resolve) => {
        wake = resolve
      })
      const data = JSON.stringify(renderParts(presentation))
      if (data === sent) await sse.write(': still here\n\n')
      else await sse.writeSSE({ event: 'parts', data })
      sent = data
      await Promise.race([next, sse.sleep(HEARTBEAT_MS)])
    }
  })
}
