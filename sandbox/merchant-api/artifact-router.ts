// Serves a picture to anyone who has its signed URL, for five minutes and without caching (D7).
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { errorStatus } from '../scenario/gaps/wire.ts'
import { readSignedUrl } from '../service/documents.ts'

export function createArtifactRouter({ store, clock, pictures, wire }: Context): Hono {
  const router = new Hono()
  router.use('/artifacts/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    // Opened directly, an SVG is a document, whose scripts must not run on this origin.
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    c.header('cross-origin-resource-policy', 'cross-origin')
  })
  router.get('/artifacts/:artifactId', (c) => {
    const artifactId = c.req.param('artifactId')
    const expiresAtMs = readSignedUrl(store.artifactSigningKey(), artifactId, c.req.query())
    if (expiresAtMs === null) return c.text('This link is not valid.', 403)
    const artifact = store.artifacts.get(artifactId)
    if (!artifact) return c.text('There is no such picture.', 404)
    if (clock.nowMs(artifact.tenantId) >= expiresAtMs) {
      const tenant = store.tenants.require(artifact.tenantId)
      return c.text('This link has expired.', errorStatus(tenant, 'N18'))
    }
    const bytes = pictures.read(artifactId)
    if (!bytes) return c.text('There is no such picture.', 404)
    const isBrowser = c.req.header('user-agent')?.startsWith('Mozilla/') === true
    wire.recordPicture({ inquiryId: artifact.inquiryId, isBrowser })
    return c.body(new Uint8Array(bytes), 200, { 'content-type': artifact.contentType })
  })
  return router
}
