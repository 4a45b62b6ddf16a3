// The control API: everything the portal can do and more, over HTTP, for tests. sandbox/README.md describes every route.
import { Hono } from 'hono'
import type { Clock } from '../scenario/clock.ts'
import { isOwnHost } from '../web/own-host.ts'
import type { Site } from '../web/site.ts'
import { refuseControl } from './control-request.ts'

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
    await next()
    c.header('cache-control', 'no-store')
  })
  router.get('/health', (c) => c.json({ status: 'ok', now: clock.nowIso() }))
  for (const routes of groups) router.route('/', routes)
  router.all('*', (c) => refuseControl(c, 404, 'There is no such route.'))
  return router
}
