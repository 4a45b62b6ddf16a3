// The control API: for tests, everything that the portal can do and more. CONTROL.md describes every route.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Context } from '../context.ts'
import { isOwnHost, sourceOf } from '../web/own-host.ts'
import { createClockRoutes } from './clock-routes.ts'
import { createDeliveryRoutes } from './delivery-routes.ts'
import { createInquiryRoutes } from './inquiry-routes.ts'
import { createOrderRoutes } from './order-routes.ts'
import { CODES, Refusal } from './request.ts'
import { createTenantRoutes } from './tenant-routes.ts'

const MAX_BODY_BYTES = 1024 * 1024

export function createControlRouter(context: Context): Hono {
  const { site } = context
  const router = new Hono().basePath('/sandbox')
  router.use('*', async (c, next) => {
    if (!site.controlEnabled) throw new Refusal(403, 'Control is off.')
    if (!isOwnHost(c.req.url, site.publicUrl)) {
      throw new Refusal(403, 'Control is available only at localhost and at SANDBOX_PUBLIC_URL.')
    }
    // Any page may post an empty body, and a page on another port of localhost even counts as same-site.
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead && sourceOf(c.req) === 'foreign') {
      throw new Refusal(403, 'Requests from other origins are refused.')
    }
    await next()
    c.header('cache-control', 'no-store')
  })
  router.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ code: 'BODY_TOO_LARGE', message: 'The body is too large.' }, 413),
    }),
  )
  router.get('/health', (c) => c.json({ status: 'ok', now: new Date().toISOString() }))
  for (const createRoutes of [
    createClockRoutes,
    createTenantRoutes,
    createInquiryRoutes,
    createDeliveryRoutes,
    createOrderRoutes,
  ]) {
    router.route('/', createRoutes(context))
  }
  router.all('*', () => {
    throw new Refusal(404, 'There is no such route.')
  })
  router.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error
    const { status, message } = error
    return c.json({ code: CODES[status], message }, status)
  })
  return router
}
