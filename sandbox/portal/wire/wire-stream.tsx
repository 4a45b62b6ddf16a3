/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// New exchanges as server-sent events. Each contains the HTML of its row, which the browser only inserts.
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { PortalEnv } from '../session.ts'
import { ExchangeGroup, ExchangeRow } from './exchange-row.tsx'
import { listVisible, type WireParts } from './visible-wire.ts'

const HEARTBEAT_MS = 15_000
/** The wire is in memory and a restart resets its sequence, so positions contain the run they belong to. */
const RUN = randomUUID().slice(0, 8)

const positionSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-\d{1,15}$/)
  .transform((text) => text.split('-'))
  .transform(([run, sequence]) => ({ run, sequence: Number(sequence) }))

/** The end of a list, for the stream to continue from. */
export function positionAfter(sequence: number): string {
  return `${RUN}-${sequence}`
}

export function streamWire(c: Context<PortalEnv>, portal: WireParts): Response {
  // After a lost connection, the browser sends the last id it received.
  const given = c.req.header('last-event-id') ?? c.req.query('after')
  const position = positionSchema.safeParse(given)
  const tenant = c.get('tenant')
  return streamSSE(c, async (stream) => {
    if (!position.success || position.data.run !== RUN) {
      await stream.writeSSE({ event: 'restarted', data: '' })
      return
    }
    let { sequence } = position.data
    let wake = () => {}
    const unsubscribe = portal.wire.onEntry(() => wake())
    stream.onAbort(() => {
      unsubscribe()
      wake()
    })
    while (!stream.aborted) {
      const next = new Promise<void>((resolve) => {
        wake = resolve
      })
      for (const exchange of listVisible(portal, tenant, sequence)) {
        const { entry } = exchange
        sequence = entry.sequence
        const message = {
          correlationId: entry.correlationId,
          row: String(<ExchangeRow exchange={exchange} />),
          group: String(<ExchangeGroup exchanges={[exchange]} />),
        }
        const id = positionAfter(sequence)
        await stream.writeSSE({ event: 'exchange', id, data: JSON.stringify(message) })
      }
      await Promise.race([next, stream.sleep(HEARTBEAT_MS)])
      await stream.write(': still here\n\n')
    }
  })
}
