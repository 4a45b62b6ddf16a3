// A fresh in-memory PostgreSQL for one test file, behind a real connection string. Creating and migrating one takes seconds,
// so later starts load a snapshot.
import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { type DatabaseServer, serveDatabase } from './database-server.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './schema-engine.ts'
import { loadEmpty, loadSnapshot } from './snapshot.ts'

export type TestDatabase = Pick<DatabaseServer, 'url' | 'stop'>

/** A migrated, empty database: in memory, or a copy on the real server at TEST_POSTGRES_URL. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL
  return server ? copyTestDatabase(server) : serveDatabase(await loadMigrated(), 0)
}

/** A database before the first migration. */
export async function startEmptyDatabase(): Promise<TestDatabase> {
  return serveDatabase(await loadEmpty(), 0)
}

/** @param serverUrl the URL of the migrated database to copy; no client may be connected to it */
export async function copyTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const named = (database: string) =>
    Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href
  const copy = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: named('template1') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`CREATE DATABASE ${copy} TEMPLATE ${new URL(serverUrl).pathname.slice(1)}`)
  return { url: named(copy), stop: () => run(`DROP DATABASE ${copy} WITH (FORCE)`) }
}

function loadMigrated(): Promise<PGlite> {
  const migrations = readMigrations().migrationDirectories
  return loadSnapshot('migrated', migrations, async () => {
    const database = await loadEmpty()
    const server = await serveDatabase(database, 0)
    await migrate(server.url)
    await server.disconnect()
    return database
  })
}
