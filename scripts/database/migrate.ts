// Brings a database to the newest migration: `npm run db:migrate`, the demo, and a deployment's release step.
// All pending migrations and their bookkeeping are one transaction: a failure leaves the database as it was.
import pg from 'pg'
import { readDatabaseUrl } from '../settings.ts'
import { NO_FILTER, openSchemaEngine, readMigrations } from './schema-engine.ts'

// Any number that nothing else on the same database takes.
const MIGRATION_LOCK_ID = 7_305_512_019
const CONNECT_TIMEOUT_MS = 10_000

/** The message is fit for a terminal: it names host and port, never the user or the password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** One line: which migration, and what the database said. The database is as it was before. */
export class MigrationFailedError extends Error {
  override name = 'MigrationFailedError'
}

/**
 * Applies what is pending and returns the names of the migrations that it applied. Safe when several instances start
 * at once: the first takes the lock, the others wait and find nothing left to do. One connection carries the lock and
 * the engine, because the embedded database lets an open transaction wait for nobody else.
 * Throws DatabaseUnreachableError or MigrationFailedError.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  if (!URL.canParse(databaseUrl))
    throw new DatabaseUnreachableError(
      'DATABASE_URL is not a URL: postgresql://user:password@host:port/database',
    )
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  try {
    await connect(pool, databaseUrl)
    await pool.query('BEGIN')
    await pool.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK_ID])
    const applied = await applyPending(pool)
    await pool.query('COMMIT')
    return applied
  } finally {
    await pool.end()
  }
}

async function applyPending(pool: pg.Pool): Promise<string[]> {
  const engine = await openSchemaEngine(pool)
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: readMigrations(),
      filters: NO_FILTER,
    })
    return appliedMigrationNames
  } catch (error) {
    // The engine's message is several paragraphs, its own stack among them; these two facts are what helps.
    const text = error instanceof Error ? error.message : String(error)
    const name = /migration_name="([^"]+)"/.exec(text)?.[1]
    const reason = /^.*ERROR: .*$/m.exec(text)?.[0] ?? text.split('\n')[0]
    throw new MigrationFailedError(
      `${name === undefined ? 'Migrating' : `Migration ${name}`} failed, and nothing was changed. ${reason}`,
      { cause: error },
    )
  }
}

async function connect(pool: pg.Pool, databaseUrl: string): Promise<void> {
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'no answer'
    throw new DatabaseUnreachableError(
      `The database at ${new URL(databaseUrl).host} cannot be used (${reason}): check DATABASE_URL.`,
      { cause: error },
    )
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const applied = await migrate(readDatabaseUrl(process.env))
    for (const name of applied) console.log(`applied ${name}`)
    console.log(
      applied.length === 0
        ? 'The database is up to date.'
        : `${applied.length} migrations applied.`,
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
