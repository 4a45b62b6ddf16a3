// Serves the web SDK: `/sdk/v1.js` for a merchant's page and `/sdk/v1.d.ts` for its compiler.

import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { assetResponse, lazyBrowserAssets } from '../web/browser-assets.ts'

const BUNDLE = 'verification-sdk.js'

const assets = lazyBrowserAssets('sdk')

export function createSdkRouter(): Hono {
  const router = new Hono()
  router.get('/v1.js', async (c) => {
    const asset = (await assets()).get(BUNDLE)
    if (!asset) throw new Error(`esbuild produced no ${BUNDLE}`)
    return assetResponse(asset, c.req.header('if-none-match'))
  })
  router.get('/v1.d.ts', (c) =>
    c.body(readFileSync(new URL('./v1.d.ts', import.meta.url)), 200, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    }),
  )
  return router
}
