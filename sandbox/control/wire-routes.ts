// The wire over HTTP: the last exchanges as a list, and every new one as a stream (SSE).
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Sandbox } from '../index.ts'
import type { WireEntry } from '../state/wire.ts'
import { readControl } from './control-request.ts'

const HEARTBEAT_MS = 15_000
const sequenceSchema = z.coerce.number().int().nonnegative().catch(0)

export function createWireRoutes({ wire }: Sandbox): Hono {
  const routes = new Hono()

  routes.get('/wire', (c) => {
    const { tenantId = null, after } = c.req.query()
    return c.json({ exchanges: wire.list(tenantId, sequenceSchema.parse(after)) })
  })
  routes.post('/wire/clear', async (c) => {
    const read = await readControl(c, z.object({}).strict())
    if (!read.ok) return read.response
    wire.clear()
    return c.json({ exchanges: [] })
  })
  routes.get('/wire/stream', (c) => {
    const tenantId = c.req.query('tenantId') ?? null
    // After a lost connection the browser says what it saw last.
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
