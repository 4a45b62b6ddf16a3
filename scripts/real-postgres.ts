// Starts a real PostgreSQL server for the duration of a command.
import { findFreePort } from './ports.ts'
import { realPostgres } from './programs.ts'
import type { Supervisor } from './supervisor.ts'

/**
 * Uses a free port. If this process is root, the server runs as another user, which needs access to `dataDir`.
 * @returns the URL of an empty database
 */
export async function startRealPostgres(
  supervisor: Supervisor,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<string> {
  const port = await findFreePort()
  const { program, readiness } = realPostgres({
    PATH: process.env.PATH ?? '',
    DATABASE_PORT: String(port),
    DATA_DIR: dataDir,
    ...env,
  })
  await supervisor.start(program, readiness)
  return `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`
}
