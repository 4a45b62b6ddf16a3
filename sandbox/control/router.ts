// The control API: everything that the panels can do, over HTTP, for tests. Refused unless this is a sandbox.
// Every route is described in sandbox/README.md.
import { Hono } from 'hono'
import type { Sandbox } from '../index.ts'
import { isOwnHost } from '../web/own-host.ts'
import { createClockRoutes } from './clock-routes.ts'
import { refuseControl } from './control-request.ts'
import { createDeliveryRoutes } from './delivery-routes.ts'
import { createFaultRoutes } from './fault-routes.ts'
import { createInquiryRoutes } from './inquiry-routes.ts'
import { createSettingRoutes } from './setting-routes.ts'
import { createStateRoutes } from './state-routes.ts'
import { createTenantRoutes } from './tenant-routes.ts'
import { createWireRoutes } from './wire-routes.ts'

export function createControlRouter(sandbox: Sandbox): Hono {
  const router = new Hono().basePath('/sandbox')
  router.use('*', async (c, next) => {
    if (!sandbox.controlEnabled) return refuseControl(c, 403, 'Control is off.')
    if (!isOwnHost(c.req.url, sandbox.publicUrl)) {
      return refuseControl(c, 403, 'Control answers to localhost and SANDBOX_PUBLIC_URL only.')
    }
    await next()
    c.header('cache-control', 'no-store')
  })
  router.get('/health', (c) => c.json({ status: 'ok', now: sandbox.clock.nowIso() }))
  for (const routes of [
    createClockRoutes(sandbox),
    createTenantRoutes(sandbox),
    createInquiryRoutes(sandbox),
    createDeliveryRoutes(sandbox),
    createWireRoutes(sandbox),
    createFaultRoutes(sandbox),
    createSettingRoutes(sandbox),
    createStateRoutes(sandbox),
  ]) {
    router.route('/', routes)
  }
  router.all('*', (c) => refuseControl(c, 404, 'There is no such route.'))
  return router
}
