// For tests: servers on real sockets, and a service with nothing wrong.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Script } from '../../lib/testing/scripted-service.ts'

const servers: Server[] = []

/** As in the contract: a wrong key gets a 401, and an unknown inquiry a 404. */
export const soundService =
  (apiKey: string): Script =>
  ({ method, headers, path }) => {
    if (path === '/sdk/v1.js') return { headers: { 'content-type': 'text/javascript' }, body: '' }
    if (headers['x-api-key'] !== apiKey) return { status: 401, body: {} }
    return method === 'POST'
      ? { status: 201, body: { inquiryId: randomUUID() } }
      : { status: 404, body: {} }
  }

export async function serve(handle: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const body = method === 'POST' ? new Uint8Array(await buffer(incoming)) : null
    const init = {
      method,
      headers: Object.entries(headers).map(([k, v]): [string, string] => [k, String(v)]),
      body,
    }
    const response = await handle(new Request(`http://localhost${url}`, init))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A simple round-robin balancer that answers 502 if an instance is down. */
export function balance(instances: readonly string[]): Promise<string> {
  let turn = 0
  return serve(async (request) => {
    const { pathname, search } = new URL(request.url)
    const instance = instances[turn++ % instances.length]
    const body = request.method === 'POST' ? await request.arrayBuffer() : null
    const { method, headers } = request
    headers.delete('connection')
    try {
      return await fetch(`${instance}${pathname}${search}`, { method, headers, body })
    } catch {
      return new Response('Bad Gateway', { status: 502 })
    }
  })
}

export function stopServing(): void {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
}
