// A webhook receiver for tests: a real HTTP server that records what arrives, byte for byte.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Sandbox, SandboxOptions } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { setUp } from './merchant.ts'

export interface Received {
  headers: Record<string, string>
  bytes: Buffer
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Closes itself after the test. */
export async function startReceiver() {
  const received: Received[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // A fault has cut the request.
      return response.destroy()
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    received.push({ headers, bytes: Buffer.concat(chunks) })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  const close = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  onTestFinished(close)
  const events = () => received.map(({ bytes }) => JSON.parse(bytes.toString('utf8')))
  return {
    url: `http://127.0.0.1:${address.port}/events`,
    received,
    /** The bodies that arrived, in order. */
    events,
    /** Their kinds. */
    kinds: (): string[] => events().map(({ type }) => type),
    /** Sets the status of the next responses; 200 by default. */
    answerWith(next: number): void {
      status = next
    },
    close,
  }
}

/** A sandbox for this test, the demo's merchant, and a receiver of its events. */
export async function setUpReceiving(options: SandboxOptions = {}) {
  const scene = setUp(options)
  const receiver = await startReceiver()
  pointDemoEndpointAt(scene.sandbox, receiver.url)
  return { ...scene, receiver }
}

/** Sends the demo tenant's events to this receiver, signed with the demo's secret. */
export function pointDemoEndpointAt(sandbox: Sandbox, url: string): void {
  const endpoint = sandbox.store.endpoints.require(DEMO_TENANT.endpointId)
  sandbox.store.endpoints.put({ ...endpoint, url, removedAt: null })
}

/** The correct signature header (W3, W4). */
export function expectedSignature(bytes: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
}
