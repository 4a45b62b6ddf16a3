/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The presenter's console at /guide, the same as a remote control for a phone at /guide/remote, and the screen for the room. Like
// the control API, they need no sign-in and answer only on their own host. In the console, a form that shows a page has the stage's
// window as its target. A remote control has no such window, so its forms ask the console to open the page.
import { Hono, type Context as HonoContext } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { renderDocument } from '../portal/page.tsx'
import { type PortalEnv, readForm } from '../portal/portal.ts'
import { guardPages } from '../portal/router.ts'
import { writeSession } from '../portal/session.tsx'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { endingSchema, MERCHANT, type StagePage } from './cues.ts'
import { GuidePage } from './page.tsx'
import { Presentation } from './presentation.ts'
import { RoomPage } from './room.tsx'

const MAX_BODY_BYTES = 1024
/** Changes within this time are sent as one. */
const BURST_MS = 20

const startSchema = z.object({
  cut: z.enum(['full', 'short']),
  ending: endingSchema,
})
const actSchema = z.object({ cue: z.string() })
const goSchema = z.object({ index: z.coerce.number().int().nonnegative() })
const showSchema = z.object({ page: z.enum(['staff', 'form']) })

export function createGuideRouter(context: Context): Hono<PortalEnv> {
  const { site } = context
  const presentation = new Presentation(context)
  const router = new Hono<PortalEnv>().basePath('/guide')

  router.use(...guardPages(site, MAX_BODY_BYTES, new URL(site.merchantUrl).origin))

  for (const path of ['/', '/remote'])
    router.get(path, (c) => {
      const document = { title: 'Presenter’s console', script: 'guide' } as const
      const body = <GuidePage presentation={presentation} isRemote={path === '/remote'} />
      return c.html(renderDocument({ ...document, nonce: c.get('secureHeadersNonce') ?? '', body }))
    })
  router.get('/room', (c) => {
    const document = { title: 'The screen for the room', script: 'guide' } as const
    const body = <RoomPage presentation={presentation} />
    return c.html(renderDocument({ ...document, nonce: c.get('secureHeadersNonce') ?? '', body }))
  })
  // Says only that something has changed. The page then fetches itself again.
  router.get('/changes', (c) =>
    streamSSE(c, async (stream) => {
      let burst: NodeJS.Timeout | undefined
      const end = presentation.onChange(() => {
        burst ??= setTimeout(() => {
          burst = undefined
          void stream.writeSSE({ data: 'changed' })
        }, BURST_MS)
      })
      await stream.writeSSE({ data: 'connected', retry: 500 })
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      end()
      clearTimeout(burst)
    }),
  )

  router.post('/start', async (c) => {
    const form = await readForm(c, startSchema)
    if (form.ok) presentation.start(form.value)
    return showPage(c, 'shop', form.ok)
  })
  router.post('/act', async (c) => {
    const form = await readForm(c, actSchema)
    const action = form.ok ? presentation.act(form.value.cue) : undefined
    return showPage(c, action?.show)
  })
  router.post('/go', async (c) => {
    const form = await readForm(c, goSchema)
    if (form.ok) presentation.goTo(form.value.index)
    return showPage(c)
  })
  router.post('/show', async (c) => {
    const form = await readForm(c, showSchema)
    return showPage(c, form.ok ? form.value.page : undefined)
  })
  router.post('/fresh', (c) => {
    presentation.freshen()
    return showPage(c)
  })
  /** The console posts this to open the page that a remote control asked for. */
  router.post('/stage', (c) => leadStage(c, presentation.lead))
  return router

  /** Answers a form. @param page what the stage shows next; it stays as it is without one */
  async function showPage(c: HonoContext<PortalEnv>, page?: StagePage, isStart = false) {
    const isRemote = c.req.query('remote') !== undefined
    if (page && !isRemote) return leadStage(c, { page, isStart })
    if (page) presentation.leadTo(page, isStart)
    return c.redirect(isRemote ? '/guide/remote' : '/guide', 303)
  }

  async function leadStage(c: HonoContext<PortalEnv>, to: { page: StagePage; isStart: boolean }) {
    if (to.isStart) {
      // The next customer is a new one, if the merchant is on this host. The presenter is signed in to the portal, so nobody has to
      // sign in during the story.
      for (const name of Object.keys(getCookie(c)))
        if (name === MERCHANT.customerCookie) deleteCookie(c, name, { path: '/' })
      await writeSession(c, context, DEMO_TENANT.id)
    }
    return c.redirect(presentation.urlOf(to.page), 303)
  }
}
