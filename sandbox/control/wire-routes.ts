// The wire over HTTP: the last exchanges as a list, a stream (SSE) or a HAR file, and a check of a test's expectations.
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import type { Wire, WireEntry } from '../state/wire.ts'
import type { Site } from '../web/site.ts'
import { nothingSchema, readControl, readForTenant } from './control-request.ts'
import { checkExpectation, expectationSchema } from './expectation.ts'
import { toHar } from './har.ts'

const HEARTBEAT_MS = 15_000
const sequenceSchema = z.coerce.number().int().nonnegative().catch(0)

interface WireParts {
  store: Store
  wire: Wire
  site: Site
}

export function createWireRoutes({ store, wire, site }: WireParts): Hono {
  const routes = new Hono()

  routes.get('/wire', (c) => {
    const { tenantId = null, after, last } = c.req.query()
    const exchanges = wire.list(tenantId, sequenceSchema.parse(after))
    return c.json({ exchanges: last ? exchanges.slice(-sequenceSchema.parse(last)) : exchanges })
  })
  routes.get('/wire.har', (c) => {
    const { tenantId = null, after } = c.req.query()
    const entries = wire.list(tenantId, sequenceSchema.parse(after))
    c.header('content-disposition', 'attachment; filename="sandbox.har"')
    return c.json(toHar(entries, site.publicUrl))
  })
  routes.post('/wire/expect', async (c) => {
    const read = await readForTenant(c, store, expectationSchema)
    if (!read.ok) return read.response
    const { tenant, request } = read.value
    const verdict = checkExpectation(request, wire.list(tenant.id))
    return c.json(verdict, verdict.ok ? 200 : 409)
  })
  routes.post('/wire/clear', async (c) => {
    const read = await readControl(c, nothingSchema)
    if (!read.ok) return read.response
    wire.clear()
    return c.json({ exchanges: [] })
  })
  routes.get('/wire/stream', (c) => {
    const tenantId = c.req.query('tenantId') ?? null
    // After a lost connection, the browser sends the last id it received.
    const after = sequenceSchema.parse(c.req.header('last-event-id') ?? c.req.query('after'))
    return streamSSE(c, async (stream) => {
      const write = (entry: WireEntry) =>
        stream.writeSSE({ id: String(entry.sequence), data: JSON.stringify(entry) })
      const unsubscribe = wire.onEntry((entry) => {
        if (tenantId === null || entry.tenantId === tenantId) void write(entry)
      })
      stream.onAbort(unsubscribe)
      for (const entry of wire.list(tenantId, after)) await write(entry)
      while (!stream.aborted) {
        await stream.sleep(HEARTBEAT_MS)
        await stream.write(': still here\n\n')
      }
    })
  })
  return routes
}
