// PostgreSQL without an installation: PGlite behind the ordinary wire protocol, on loopback. To the app it looks like any
// server, so the same adapter and DATABASE_URL work for both.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { createTurns } from './turns.ts'
import { serveConnection } from './wire-connection.ts'

const HOST = '127.0.0.1'
const MAX_CONNECTIONS = 100

export type DatabaseServer = {
  url: string
  port: number
  /** Stops listening; the database itself stays open. */
  disconnect: () => Promise<void>
  /** Stops listening and closes the database. */
  stop: () => Promise<void>
}

/**
 * Serves the database on the port (0 for any free one) until it is stopped. @electric-sql/pglite-socket does this too, but
 * mixes up the statements of different connections: docs/decisions/2026-11-21-own-database-server.md.
 */
export async function serveDatabase(database: PGlite, port: number): Promise<DatabaseServer> {
  const turns = createTurns()
  const open = new Map<Socket, Promise<void>>()
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    const served = serveConnection(socket, database, turns).finally(() => open.delete(socket))
    open.set(socket, served)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, HOST)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')

  const disconnect = async () => {
    server.close()
    for (const socket of open.keys()) socket.destroy()
    await Promise.all(open.values())
  }
  return {
    url: `postgresql://postgres:postgres@${HOST}:${address.port}/postgres?sslmode=disable`,
    port: address.port,
    disconnect,
    stop: async () => {
      await disconnect()
      await database.close()
    },
  }
}
