// The wire over HTTP: the last exchanges.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'

const sequenceSchema = z.coerce.number().int().nonnegative().catch(0)

export function createWireRoutes({ wire }: Context): Hono {
  const routes = new Hono()

  routes.get('/wire', (c) => {
    const { tenantId = null, after, last } = c.req.query()
    const exchanges = wire.list(tenantId, sequenceSchema.parse(after))
    return c.json({ exchanges: last ? exchanges.slice(-sequenceSchema.parse(last)) : exchanges })
  })
  return routes
}
