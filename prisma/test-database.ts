// A fresh, migrated, in-memory PostgreSQL for one test file, behind a real connection string.
// Migrating takes seconds, so it happens once per set of migrations; every later start loads that snapshot.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { serveDatabase } from './database-server.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './schema-engine.ts'

const SNAPSHOT_FOLDER = join(import.meta.dirname, '../node_modules/.cache/test-database')

export type TestDatabase = { url: string; stop: () => Promise<void> }

export async function startTestDatabase(): Promise<TestDatabase> {
  const database = await PGlite.create({ loadDataDir: await snapshot() })
  return serveDatabase(database, 0)
}

async function snapshot(): Promise<Blob> {
  const file = join(SNAPSHOT_FOLDER, `${migrationsHash()}.tar`)
  try {
    return new Blob([readFileSync(file)])
  } catch {
    return writeSnapshot(file)
  }
}

async function writeSnapshot(file: string): Promise<Blob> {
  const database = await PGlite.create()
  const server = await serveDatabase(database, 0)
  await migrate(server.url)
  const dump = await database.dumpDataDir('none')
  await server.stop()
  mkdirSync(SNAPSHOT_FOLDER, { recursive: true })
  // Renamed into place whole: another test file may be reading or making the same snapshot.
  const draft = `${file}.${process.pid}.${Date.now()}`
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
  renameSync(draft, file)
  return dump
}

function migrationsHash(): string {
  const lock = readFileSync(join(import.meta.dirname, '../package-lock.json'))
  const migrations = JSON.stringify(readMigrations().migrationDirectories)
  return createHash('sha256').update(lock).update(migrations).digest('hex').slice(0, 16)
}
