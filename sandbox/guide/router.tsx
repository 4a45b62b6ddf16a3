/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The presenter's console at /guide. Like the control API, it needs no sign-in and answers only on its own host. Its forms that
// show a page have the stage as their target.
import { Hono } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { renderDocument } from '../portal/page.tsx'
import { type PortalEnv, readForm } from '../portal/portal.ts'
import { guardPages } from '../portal/router.ts'
import { writeSession } from '../portal/session.tsx'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { cuesOf, MERCHANT } from './cues.ts'
import { GuidePage } from './page.tsx'
import { Presentation } from './presentation.ts'

const MAX_BODY_BYTES = 1024

const startSchema = z.object({ cut: z.enum(['full', 'short']) })
const actSchema = z.object({ cue: z.string() })
const goSchema = z.object({ index: z.coerce.number().int().nonnegative() })
const showSchema = z.object({ page: z.enum(['staff', 'form']) })

export function createGuideRouter(context: Context): Hono<PortalEnv> {
  const { site } = context
  const presentation = new Presentation(context)
  const router = new Hono<PortalEnv>().basePath('/guide')

  router.use(...guardPages(site, MAX_BODY_BYTES, new URL(site.merchantUrl).origin))

  router.get('/', (c) => {
    const document = { title: 'Presenter’s console', script: 'guide' } as const
    const body = <GuidePage presentation={presentation} />
    return c.html(renderDocument({ ...document, nonce: c.get('secureHeadersNonce') ?? '', body }))
  })

  router.post('/start', async (c) => {
    const form = await readForm(c, startSchema)
    if (form.ok) {
      // A new customer, if the merchant is on this host; and nobody has to sign in to the portal during the story.
      for (const name of Object.keys(getCookie(c)))
        if (name === MERCHANT.customerCookie) deleteCookie(c, name, { path: '/' })
      await writeSession(c, context, DEMO_TENANT.id)
      presentation.start(form.value.cut)
    }
    return c.redirect(presentation.urlOf('shop'), 303)
  })
  router.post('/act', async (c) => {
    const form = await readForm(c, actSchema)
    const { story } = presentation
    const cues = story ? cuesOf(story.cut) : []
    const action = cues.find(({ id }) => form.ok && id === form.value.cue)?.action
    if (form.ok) presentation.act(form.value.cue)
    return c.redirect(action?.show ? presentation.urlOf(action.show) : '/guide', 303)
  })
  router.post('/go', async (c) => {
    const form = await readForm(c, goSchema)
    if (form.ok) presentation.goTo(form.value.index)
    return c.redirect('/guide', 303)
  })
  router.post('/show', async (c) => {
    const form = await readForm(c, showSchema)
    return c.redirect(form.ok ? presentation.urlOf(form.value.page) : '/guide', 303)
  })
  return router
}
