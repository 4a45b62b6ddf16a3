// Serves scripts, styles and fonts to browsers, and the SDK's types. `bundle.mjs` makes them before a sandbox starts.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'

/** The path works from this folder and from `dist/` beside it. */
const root = fileURLToPath(new URL('../dist/assets/', import.meta.url))

export function createAssetRouter(): Hono {
  const router = new Hono()
  router.use(etag(), async (c, next) => {
    await next()
    // Browsers must revalidate, so that no page uses a stale script after a restart.
    c.header('cache-control', 'no-cache')
    c.header('x-content-type-options', 'nosniff')
    // Allows a merchant's page on another origin to load the SDK under any embedder policy.
    c.header('cross-origin-resource-policy', 'cross-origin')
    // By its extension `.ts`, it would be served as a video.
    if (c.req.path.endsWith('.d.ts')) c.header('content-type', 'text/plain; charset=utf-8')
  })
  router.get('/:name', serveStatic({ root, rewriteRequestPath: (path) => basename(path) }))
  return router
}
