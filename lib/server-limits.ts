/**
 * Limits on what Next's HTTP server takes, which can't be set through Next. They hold from the first connection after start-up.
 * Next listens about a second before that: an event that arrives then with an offer to upgrade gets no answer, and is sent again.
 * - Next listens for `upgrade`, for its development server, and keeps the socket of a path that doesn't match for ever. Without
 *   a listener Node ignores an offer to upgrade, as HTTP wants it: some clients make one with every request (N32).
 * - A request has 20 s to arrive. Next buffers bodies before `proxy.ts` runs, so a limit there would come too late.
 * - A query has few parameters. What Next does with it before any code of ours takes the square of them.
 * - A connection carries one request at a time. Node tells only the first of several responses that their client has gone, and
 *   Next would keep the files of the others open for ever. Nobody pipelines: browsers and proxies wait for each response.
 */
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Node looks every 30 s, so a request may last that much longer. */
const ARRIVES_WITHIN_MS = 20_000
const MAX_PARAMETERS = 64

export function limitServers(arrivesWithinMs = ARRIVES_WITHIN_MS): void {
  const limited = new WeakSet<Server>()
  // Before anything of the first connection is read. A request that is an upgrade is never announced as one.
  subscribe('net.server.socket', (message) => {
    const server = Object(Object(message).socket).server
    if (!(server instanceof Server) || limited.has(server)) return
    limited.add(server)
    server.removeAllListeners('upgrade')
    server.headersTimeout = arrivesWithinMs
    server.requestTimeout = arrivesWithinMs
    limitRequests(server)
  })
}

function limitRequests(server: Server): void {
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
    if (url.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
      response.writeHead(414, { connection: 'close' }).end()
    else for (const listener of listeners) listener.call(server, request, response)
  })
}
