/**
 * Limits on what Next's HTTP server takes, which can't be set through Next. They hold from the first connection after start-up.
 * Next listens about a second before that: an event that arrives then with an offer to upgrade gets no answer, and is sent again.
 * - Next listens for `upgrade`, for its development server, and keeps the socket of a path that doesn't match for ever. Without
 *   a listener Node ignores an offer to upgrade, as HTTP wants it: some clients make one with every request (N32).
 * - A request has 20 s to arrive. Next buffers bodies before `proxy.ts` runs, so a limit there would come too late.
 */
import { subscribe } from 'node:diagnostics_channel'
import { Server } from 'node:http'

/** Node looks every 30 s, so a request may last that much longer. */
const ARRIVES_WITHIN_MS = 20_000

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
  })
}
