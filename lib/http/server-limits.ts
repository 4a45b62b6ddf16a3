/**
 * Limits for Next's HTTP server, for which Next has no options. They apply once this module runs, about a second after Next starts to
 * listen.
 * - Upgrades: Next has an `upgrade` listener for its development server, which leaks the socket of every other path. Without a
 *   listener, Node ignores the offer and answers normally. Some clients offer an upgrade with every request (N32).
 * - Slow requests: a request has 20 s to arrive. Next buffers bodies before `proxy.ts` runs, so a limit there would come too late.
 * - Query parameters: Next's own parsing takes quadratic time before our code runs.
 * - Pipelining: Node reports a disconnect only to the first of several pipelined responses, so Next would leak the files that the
 *   others stream. Browsers and proxies don't pipeline.
 * - TRACE: Next answers it with a 500, because `Request` can't represent it.
 * - Trailing slash: Next would redirect the webhook's path, and the service follows no redirect (N9).
 */
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from './request-source'

/** Node checks every 30 s, so a request may last that much longer. */
const ARRIVES_WITHIN_MS = 20_000
const MAX_PARAMETERS = 64
const WEBHOOK = /^\/+api\/+webhooks\/+verification\/*(?=$|\?)/

interface ServerLimits {
  arrivesWithinMs?: number
  /** Whether to keep the `upgrade` listener: pages of the development server need its WebSocket. */
  keepsUpgrades?: boolean
  /** Decides which requests the app doesn't answer. */
  findRefusal?: (request: IncomingMessage) => Refusal | null
}

export function limitServers({
  arrivesWithinMs = ARRIVES_WITHIN_MS,
  keepsUpgrades = false,
  findRefusal = () => null,
}: ServerLimits = {}): void {
  const limited = new WeakSet<Server>()
  function limit(server: unknown): void {
    if (!(server instanceof Server) || limited.has(server)) return
    limited.add(server)
    const upgrades = server.listeners('upgrade')
    server.removeAllListeners('upgrade')
    if (keepsUpgrades)
      server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
        if (findRefusal(request)) socket.destroy()
        else for (const listener of upgrades) listener.call(server, request, socket, head)
      })
    server.headersTimeout = arrivesWithinMs
    server.requestTimeout = arrivesWithinMs
    limitRequests(server, findRefusal)
  }
  // Runs before the first connection is read. The event below isn't published for an upgrade.
  subscribe('net.server.socket', (message) => limit(Object(Object(message).socket).server))
  // Covers a connection that was made before start-up.
  subscribe('http.server.request.start', (message) => limit(Object(message).server))
}

function limitRequests(
  server: Server,
  findRefusal: (request: IncomingMessage) => Refusal | null,
): void {
  const busy = new WeakSet<Socket>()
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, url = '' } = request
    if (busy.has(socket)) {
      socket.destroy()
      return
    }
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
    const refusal = findRefusal(request) ?? findLimit(request)
    if (refusal) {
      const headers = { connection: 'close', 'content-type': 'text/plain; charset=utf-8' }
      response.writeHead(refusal.status, headers).end(refusal.reason)
      return
    }
    request.url = url.replace(WEBHOOK, '/api/webhooks/verification')
    for (const listener of listeners) listener.call(server, request, response)
  })
}

function findLimit({ method, url = '' }: IncomingMessage): Refusal | null {
  if (method === 'TRACE') return { status: 405, reason: 'TRACE is not supported.' }
  if (url.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    return { status: 414, reason: 'The query has too many parameters.' }
  return null
}
