// The control API: everything the portal can do and more, over HTTP, for tests. sandbox/README.md describes every route.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Clock } from '../scenario/clock.ts'
import { isOwnHost } from '../web/own-host.ts'
import type { Site } from '../web/site.ts'
import { refuseControl } from './control-request.ts'

const MAX_BODY_BYTES = 1024 * 1024

interface ControlParts {
  clock: Clock
  site: Site
}

/** @param groups the routes under /sandbox, by subject. */
export function createControlRouter({ clock, site }: ControlParts, groups: readonly Hono[]): Hono {
  const router = new Hono().basePath('/sandbox')
  router.use('*', async (c, next) => {
    if (!site.controlEnabled) return refuseControl(c, 403, 'Control is off.')
    if (!isOwnHost(c.req.url, site.publicUrl)) {
      return refuseControl(
        c,
        403,
        'Control is available only at localhost and at SANDBOX_PUBLIC_URL.',
      )
    }
    // Any page may post an empty body, and one on another port of localhost is same-site.
    const from = c.req.header('sec-fetch-site') ?? 'none'
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead && from !== 'same-origin' && from !== 'none') {
      return refuseControl(c, 403, 'Requests from other origins are refused.')
    }
    await next()
    c.header('cache-control', 'no-store')
  })
  router.use(
    '*',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => refuseControl(c, 413, 'The body is too large.'),
    }),
  )
  router.get('/health', (c) => c.json({ status: 'ok', now: clock.nowIso() }))
  for (const routes of groups) router.route('/', routes)
  router.all('*', (c) => refuseControl(c, 404, 'There is no such route.'))
  return router
}
