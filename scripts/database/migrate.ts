// Applies the pending migrations: `npm run db:migrate`, the demo, and a deployment's release step. All of them, with their
// bookkeeping, are one transaction, so a failure changes nothing.
import pg from 'pg'
import { readDatabaseUrl } from '../settings.ts'
import { NO_FILTER, openSchemaEngine, readMigrations } from './schema-engine.ts'

// Any number that nothing else uses on the same database.
const MIGRATION_LOCK_ID = 7_305_512_019
const CONNECT_TIMEOUT_MS = 10_000

/** The message names host and port, never the user or password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** One line with the migration and the database's error. Nothing was changed. */
export class MigrationFailedError extends Error {
  override name = 'MigrationFailedError'
}

/**
 * Applies the pending migrations and returns their names. Several instances may start at once: the first takes the lock,
 * the others wait and find nothing to do. Lock and engine share one connection, because in the embedded database an open
 * transaction blocks all other connections.
 * @throws DatabaseUnreachableError or MigrationFailedError
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
    // The engine's message is several paragraphs with its own stack. Only these two facts help.
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
