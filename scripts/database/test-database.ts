// A fresh in-memory PostgreSQL for one test file, behind a real connection string. Creating and migrating one takes seconds,
// so later starts load a snapshot.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { type DatabaseServer, serveDatabase } from './database-server.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './schema-engine.ts'

const ROOT = join(import.meta.dirname, '../..')
const SNAPSHOT_FOLDER = join(ROOT, 'node_modules/.cache/test-database')

export type TestDatabase = Pick<DatabaseServer, 'url' | 'stop'>

/** Migrated and empty: in memory, or a copy on the real server in TEST_POSTGRES_URL. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL
  return server ? copyTestDatabase(server) : serveDatabase(await loadMigrated(), 0)
}

/** Before the first migration. */
export async function startEmptyDatabase(): Promise<TestDatabase> {
  return serveDatabase(await loadEmpty(), 0)
}

/** @param serverUrl of the migrated database, which nobody may be connected to */
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

function loadEmpty(): Promise<PGlite> {
  return load('empty', [], () => PGlite.create())
}

function loadMigrated(): Promise<PGlite> {
  const migrations = readMigrations().migrationDirectories
  return load('migrated', migrations, async () => {
    const database = await loadEmpty()
    const server = await serveDatabase(database, 0)
    await migrate(server.url)
    await server.disconnect()
    return database
  })
}

/** Loads the snapshot, or makes a new one if what it depends on has changed. */
async function load(name: string, madeFrom: unknown, make: () => Promise<PGlite>): Promise<PGlite> {
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/package.json')))
    .update(JSON.stringify(madeFrom))
    .digest('hex')
  const file = join(SNAPSHOT_FOLDER, `${name}-${hash.slice(0, 16)}.tar`)
  const kept = readSnapshot(file)
  if (kept !== null) return PGlite.create({ loadDataDir: kept })

  const made = await make()
  const snapshot = await made.dumpDataDir('none')
  await made.close()
  mkdirSync(SNAPSHOT_FOLDER, { recursive: true })
  // Renamed into place, because another test file may be reading or making the same snapshot.
  const draft = `${file}.${process.pid}.${Date.now()}`
  writeFileSync(draft, Buffer.from(await snapshot.arrayBuffer()))
  renameSync(draft, file)
  return PGlite.create({ loadDataDir: snapshot })
}

function readSnapshot(file: string): Blob | null {
  try {
    return new Blob([readFileSync(file)])
  } catch {
    return null
  }
}
