// Brings a database to the newest migration: `npm run db:migrate`, the demo, and a deployment's release step.
// All pending migrations and their bookkeeping are one transaction: a failure leaves the database as it was.
import pg from 'pg'
import { NO_FILTER, openSchemaEngine, readMigrations } from './schema-engine.ts'

// Any number that nothing else on the same database takes.
const MIGRATION_LOCK_ID = 7_305_512_019
const CONNECT_TIMEOUT_MS = 10_000

/** The message is fit for a terminal: it names host and port, never the user or the password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/**
 * Applies what is pending and returns the names of the migrations that it applied. Safe when several instances start
 * at once: the first takes the lock, the others wait and find nothing left to do. One connection carries the lock and
 * the engine, because the embedded database lets an open transaction wait for nobody else.
 * Throws DatabaseUnreachableError, or the engine's error when a migration fails.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
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
    const engine = await openSchemaEngine(pool)
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: readMigrations(),
      filters: NO_FILTER,
    })
    await pool.query('COMMIT')
    return appliedMigrationNames
  } finally {
    await pool.end()
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
  const databaseUrl = process.env.DATABASE_URL
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) {
    console.error('DATABASE_URL is not a URL: postgresql://user:password@host:port/database')
    process.exit(1)
  }
  try {
    const applied = await migrate(databaseUrl)
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
