// A real PostgreSQL server for as long as a command runs: for what has to be shown on more than the embedded one.
import { findFreePort } from './ports.ts'
import { realPostgres } from './programs.ts'
import type { Supervisor } from './supervisor.ts'

/**
 * At a free port. The server runs as a user of its own when we are root: `dataDir` must let others in.
 * @returns its URL, of a database without tables
 */
export async function startRealPostgres(supervisor: Supervisor, dataDir: string): Promise<string> {
  const port = await findFreePort()
  const { program, readiness } = realPostgres({
    PATH: process.env.PATH ?? '',
    DATABASE_PORT: String(port),
    DATA_DIR: dataDir,
  })
  await supervisor.start(program, readiness)
  return `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`
}
