// Serves the web SDK: `/sdk/v1.js` for a merchant's page and `/sdk/v1.d.ts` for its compiler.
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { createAssetRouter } from '../web/browser-assets.ts'

export function createSdkRouter(): Hono {
  const router = new Hono()
  router.get('/v1.d.ts', (c) =>
    c.body(readFileSync(new URL('./v1.d.ts', import.meta.url)), 200, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    }),
  )
  router.route('/', createAssetRouter('sdk'))
  return router
}
