// PostgreSQL without an installation: PGlite behind the ordinary wire protocol, on this machine only.
// The application cannot tell it from a server; one adapter and one DATABASE_URL serve both.
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

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

/** Serves the database at the port (0: any free one) until it is stopped. */
export async function serveDatabase(database: PGlite, port: number): Promise<DatabaseServer> {
  const server = new PGLiteSocketServer({
    db: database,
    host: HOST,
    port,
    maxConnections: MAX_CONNECTIONS,
  })
  await server.start()
  const boundPort = Number(server.getServerConn().split(':').at(-1))
  return {
    url: databaseUrl(boundPort),
    port: boundPort,
    disconnect: () => server.stop(),
    stop: async () => {
      await server.stop()
      await database.close()
    },
  }
}

function databaseUrl(port: number): string {
  return `postgresql://postgres:postgres@${HOST}:${port}/postgres?sslmode=disable`
}
