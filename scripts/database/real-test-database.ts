// A migrated database on real PostgreSQL, for tests that need what PGlite doesn't have: concurrent transactions of two
// connections, and server settings that apply to every connection.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../ports.ts'
import { migrate } from './migrate.ts'
import { copyTestDatabase, type TestDatabase } from './test-database.ts'

/** On the server that all tests share, if there is one, or on a separate one. */
export async function startRealTestDatabase(): Promise<TestDatabase> {
  const shared = process.env.TEST_POSTGRES_URL
  return shared ? copyTestDatabase(shared) : startOwnTestServer()
}

/** For a test that changes the server itself, or connects as a pooler does. */
export async function startOwnTestServer(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'real-postgres-'))
  const port = await findFreePort()
  // Forked, so the server ends when this process does, however that happens.
  const server = fork(join(import.meta.dirname, 'real-postgres.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_PORT: String(port), DATA_DIR: dataDir, FSYNC: 'off' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (server.stdout === null) throw new Error('PostgreSQL has no output')
  const exited = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  const started = await Promise.race([once(server.stdout, 'data'), exited.then(() => null)])
  if (started === null) throw new Error('PostgreSQL did not start')
  const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`
  await migrate(url)
  return { url, stop }
}
