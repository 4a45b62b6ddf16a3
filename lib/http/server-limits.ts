/**
 * What Next's HTTP server takes, which can't be set through Next. It holds from the first connection after start-up. Next listens
 * about a second before that, and a request that arrives then is answered without these limits.
 * - Next listens for `upgrade`, for its development server, and keeps the socket of a path that doesn't match for ever. Without
 *   a listener Node ignores an offer to upgrade, as HTTP wants it: some clients make one with every request (N32).
 * - A request has 20 s to arrive. Next buffers bodies before `proxy.ts` runs, so a limit there would come too late.
 * - A query has few parameters. What Next does with it before any code of ours takes the square of them.
 * - A connection carries one request at a time. Node tells only the first of several responses that their client has gone, and
 *   Next would keep the files of the others open for ever. Nobody pipelines: browsers and proxies wait for each response.
 * - Next answers TRACE with a 500, because `Request` can't represent it.
 * - Next redirects a webhook's path with a further slash, and the service follows no redirect (N9): both forms are one path.
 */
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from './request-source'

/** Node looks every 30 s, so a request may last that much longer. */
const ARRIVES_WITHIN_MS = 20_000
const MAX_PARAMETERS = 64
const WEBHOOK = /^\/+api\/+webhooks\/+verification\/*(?=$|\?)/

interface ServerLimits {
  arrivesWithinMs?: number
  /** For the development server, whose pages need a WebSocket. */
  keepsUpgrades?: boolean
  /** Whose requests the app doesn't answer. */
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
  // Before anything of the first connection is read. A request that is an upgrade is never announced as one.
  subscribe('net.server.socket', (message) => limit(Object(Object(message).socket).server))
  // For a connection that was made before start-up.
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
