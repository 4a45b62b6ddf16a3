// The wire over HTTP: the last exchanges, and a check of a test's expectations.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { checkExpectation, expectationSchema } from './expectation.ts'
import { readForTenant } from './request.ts'

const sequenceSchema = z.coerce.number().int().nonnegative().catch(0)

export function createWireRoutes({ store, wire }: Context): Hono {
  const routes = new Hono()

  routes.get('/wire', (c) => {
    const { tenantId = null, after, last } = c.req.query()
    const exchanges = wire.list(tenantId, sequenceSchema.parse(after))
    return c.json({ exchanges: last ? exchanges.slice(-sequenceSchema.parse(last)) : exchanges })
  })
  routes.post('/wire/expect', async (c) => {
    const { tenant, request } = await readForTenant(c, store, expectationSchema)
    const verdict = checkExpectation(request, wire.list(tenant.id))
    return c.json(verdict, verdict.ok ? 200 : 409)
  })
  return routes
}
