// The wire over HTTP: the last exchanges as a list or a stream (SSE), and a check of a test's expectations.
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { checkExpectation, expectationSchema } from './expectation.ts'
import { readForTenant } from './request.ts'

const HEARTBEAT_MS = 15_000
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
  routes.get('/wire/stream', (c) => {
    const tenantId = c.req.query('tenantId') ?? null
    // After a lost connection, the browser sends the last id it received.
    const after = sequenceSchema.parse(c.req.header('last-event-id') ?? c.req.query('after'))
    return streamSSE(c, async (stream) => {
      let sequence = after
      let wake = () => {}
      const unsubscribe = wire.onEntry(() => wake())
      stream.onAbort(() => {
        unsubscribe()
        wake()
      })
      while (!stream.aborted) {
        const next = new Promise<void>((resolve) => {
          wake = resolve
        })
        // Each write waits for the client, so nothing queues up for one that doesn't read.
        for (const entry of wire.list(tenantId, sequence)) {
          sequence = entry.sequence
          await stream.writeSSE({ id: String(sequence), data: JSON.stringify(entry) })
        }
        await Promise.race([next, stream.sleep(HEARTBEAT_MS)])
        await stream.write(': still here\n\n')
      }
    })
  })
  return routes
}
