// Serves the pictures behind signed URLs: for five minutes, to whoever has the URL, and for no cache to keep (D7).
import { Hono } from 'hono'
import type { Sandbox } from '../index.ts'
import { gapValue } from '../scenario/gaps.ts'

export function createArtifactRouter(sandbox: Sandbox): Hono {
  const router = new Hono()
  router.use('/artifacts/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    // An SVG opened by itself is a document: no script of it may run on this origin.
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    c.header('cross-origin-resource-policy', 'cross-origin')
  })
  router.get('/artifacts/:artifactId', (c) => {
    const { expires = '', signature = '' } = c.req.query()
    const opened = sandbox.artifacts.open(c.req.param('artifactId'), expires, signature)
    switch (opened.outcome) {
      case 'found':
        return c.body(new Uint8Array(opened.bytes), 200, {
          'content-type': opened.artifact.contentType,
        })
      case 'expired': {
        const tenant = sandbox.store.tenants.require(opened.artifact.tenantId)
        return c.text('This link has expired.', expiredStatus(gapValue(tenant, 'N18')))
      }
      case 'forged':
        return c.text('This link is not valid.', 403)
      case 'missing':
        return c.text('There is no such picture.', 404)
    }
  })
  return router
}

function expiredStatus(form: ReturnType<typeof gapValue<'N18'>>): 403 | 404 | 410 {
  switch (form) {
    case '403':
      return 403
    case '404':
      return 404
    case '410':
      return 410
  }
}
