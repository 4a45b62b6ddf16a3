// Applies the pending migrations: `npm run db:migrate`, the demo, and a deployment's release step.
//
// Consecutive migrations, with their bookkeeping, run in one transaction, so a failure changes nothing. A backfill runs in a
// separate one, because until it ends it would hold the locks of migrations in the same transaction. A file with a single
// CREATE or DROP INDEX CONCURRENTLY can't run in a transaction. If it is interrupted, it starts over.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readDatabaseUrl } from '../settings.ts'
import { concurrentIndex, runConcurrently } from './concurrent-index.ts'
import { phaseOf } from './lint-migration.ts'
import {
  type Migration,
  NO_FILTER,
  openSchemaEngine,
  readMigrations,
  scriptOf,
} from './schema-engine.ts'

// An arbitrary number that nothing else uses on the same database.
const MIGRATION_LOCK_ID = 7_305_512_019
const CONNECT_TIMEOUT_MS = 10_000
const LOCK_POLL_MS = 200

/**
 * Requests queue behind a migration that waits for a table. The app waits two seconds for a lock, so the migration gives up
 * sooner and retries.
 */
const TABLE_LOCK_TIMEOUT_MS = 500
const TABLE_LOCK_ATTEMPTS = 60
const TABLE_LOCK_PAUSE_MS = 1_000

/** The message names host and port, never the user or password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** The message is one line with the migration, the database's error, and what was applied before it. */
export class MigrationFailedError extends Error {
  override name = 'MigrationFailedError'
}

/**
 * Applies the pending migrations and returns their names. Several instances may start at once: the first takes the lock,
 * the others wait and find nothing to do. Everything uses one connection, because in the embedded database an open
 * transaction blocks all other connections.
 * @throws DatabaseUnreachableError or MigrationFailedError
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  return migrateFrom(databaseUrl, readMigrations())
}

/** @param list what `readMigrations` returns; tests pass their own */
export async function migrateFrom(
  databaseUrl: string,
  list: ReturnType<typeof readMigrations>,
): Promise<string[]> {
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
  // The next query reports a connection that breaks.
  pool.on('error', () => {})
  try {
    await connect(pool, databaseUrl)
    return await withMigrationLock(pool, () => applyPending(pool, list))
  } finally {
    await pool.end()
  }
}

/**
 * Polls, because a waiting statement would hold a snapshot, and CREATE INDEX CONCURRENTLY in the session with the lock would
 * wait for that snapshot forever.
 */
async function withMigrationLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  // The role may have the app's limits, and a migration may take longer.
  await pool.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
  for (;;) {
    const { rows } = await pool.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [MIGRATION_LOCK_ID],
    )
    if (rows[0]?.taken) break
    await delay(LOCK_POLL_MS)
  }
  try {
    return await work()
  } finally {
    // This only fails if the connection is lost, and then the lock is gone too.
    await pool.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK_ID]).catch(() => {})
  }
}

async function applyPending(
  pool: pg.Pool,
  list: ReturnType<typeof readMigrations>,
): Promise<string[]> {
  const all = list.migrationDirectories
  const done = await finishedMigrations(pool)
  const applied: string[] = []
  for (let next = 0; next < all.length; next++) {
    const migration = all[next]
    if (!migration || done.has(migration.path)) continue
    const index = await concurrentIndex(migration)
    if (index) {
      if (await failWithName(migration.path, applied, () => runConcurrently(pool, index)))
        applied.push(migration.path)
      continue
    }
    // Together with the migrations after it, up to the next one that has to run separately.
    let end = next + 1
    if (!isBackfill(migration))
      while (all[end] && !isBackfill(all[end]) && !(await concurrentIndex(all[end]))) end++
    const together = { ...list, migrationDirectories: all.slice(0, end) }
    applied.push(...(await applyInTransaction(pool, together, applied)))
    next = end - 1
  }
  return applied
}

const isBackfill = (migration: Migration | undefined): boolean =>
  migration !== undefined && phaseOf(scriptOf(migration)) === 'backfill'

async function finishedMigrations(pool: pg.Pool): Promise<Set<string>> {
  const table = await pool.query<{ name: string | null }>(
    `SELECT to_regclass('_prisma_migrations')::text AS name`,
  )
  if (!table.rows[0]?.name) return new Set()
  const { rows } = await pool.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Set(rows.map((row) => row.migration_name))
}

/** If another session holds a lock on a table, rolls back and retries. */
async function applyInTransaction(
  pool: pg.Pool,
  list: ReturnType<typeof readMigrations>,
  before: string[],
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    await pool.query('BEGIN')
    try {
      await pool.query(`SET LOCAL lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`)
      // In the embedded database all connections share one session, so only a transaction keeps them apart.
      await pool.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK_ID])
      const engine = await openSchemaEngine(pool)
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: list,
        filters: NO_FILTER,
      })
      await pool.query('COMMIT')
      return appliedMigrationNames
    } catch (error) {
      await pool.query('ROLLBACK').catch(() => {})
      const isLocked = String(error).includes('due to lock timeout')
      if (!isLocked || attempt === TABLE_LOCK_ATTEMPTS) throw migrationFailed(error, before)
      await delay(TABLE_LOCK_PAUSE_MS)
    }
  }
}

async function failWithName<T>(name: string, before: string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw migrationFailed(error, before, name)
  }
}

/** The engine's message has several paragraphs and its own stack trace. Only the name and the database's error are useful. */
function migrationFailed(error: unknown, before: string[], known?: string): MigrationFailedError {
  const text = error instanceof Error ? error.message : String(error)
  const name = known ?? /migration_name="([^"]+)"/.exec(text)?.[1]
  const reason = /^.*ERROR: .*$/m.exec(text)?.[0] ?? text.split('\n')[0]
  const left =
    before.length === 0
      ? 'nothing was changed'
      : `only what came before it was applied (${before.join(', ')})`
  return new MigrationFailedError(
    `${name === undefined ? 'Migrating' : `Migration ${name}`} failed, and ${left}. ${reason}`,
    { cause: error },
  )
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
