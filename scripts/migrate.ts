// Applies the pending migrations, for `npm run db:migrate`, the demo and the tests. It uses Prisma's table and Prisma's lock, so
// `prisma migrate deploy` can take over at any time.
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { explainConnection, explainSchema, findUrlProblem } from '../lib/database/session.ts'
import { CommandError, readSettings } from './settings.ts'

const LOCK_ID = 72_707_369
const LOCK_POLL_MS = 200
const CONNECT_TIMEOUT_MS = 10_000
const WAITING =
  'Another migration has the lock: waiting for it. If there is none, a pooler has kept the lock (docs/deploying.md, PgBouncer).'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../prisma/migrations')

const PRISMAS_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Sorted by name, because names begin with a time. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
  const names = entries.map(({ name }) => name).sort()
  return names.map((name) => {
    const bytes = readFileSync(join(folder, name, 'migration.sql'))
    return {
      name,
      sql: bytes.toString(),
      checksum: createHash('sha256').update(bytes).digest('hex'),
    }
  })
}

/**
 * If several processes start at once, one takes the lock and migrates. The others wait, and then find nothing to do.
 * @returns the names of the applied migrations
 * @throws CommandError, also if the database has other tables than the app's. Its message never contains the user or the password.
 */
export async function migrate(
  databaseUrl: string,
  migrations = readMigrations(),
): Promise<string[]> {
  const problem = findUrlProblem(databaseUrl)
  if (problem) throw new CommandError(`DATABASE_URL ${problem}.`)
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // Without a listener, a broken connection would end the process. The next query reports it.
  client.on('error', () => {})
  try {
    await connect(client)
    await requireSchema(client)
    // Polls, because a statement that waits for the lock holds a snapshot. CREATE INDEX CONCURRENTLY in the process with the lock
    // would wait for that snapshot: a deadlock.
    for (let tries = 0; !(await takeLock(client)); tries++) {
      if (tries === 0) console.error(WAITING)
      await delay(LOCK_POLL_MS)
    }
    const pending = await findPending(client, migrations)
    if (pending.length === migrations.length) await requireEmpty(client)
    await client.query(PRISMAS_TABLE)
    const applied: string[] = []
    for (const migration of pending) {
      await apply(client, migration)
      applied.push(migration.name)
    }
    return applied
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect()
    // The role may have the app's time limits, but a migration may take longer. It waits only briefly for a table's lock,
    // because requests queue behind it.
    await client.query(
      'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 5000',
    )
  } catch (error) {
    throw new CommandError(explainConnection(error, client))
  }
}

/** The database's address for people at a terminal, without user and password. */
export function databaseName(databaseUrl: string): string {
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl })
  return `${database} at ${host}:${port}`
}

/** As `prisma migrate deploy` (P3005), refuses a database with other tables: it belongs to another project. */
async function requireEmpty(client: pg.Client): Promise<void> {
  // The names of tables that none of our migrations created.
  const { rows } = await client.query<{ name: string }>(
    `SELECT "relname" AS "name" FROM pg_class
     WHERE "relnamespace" = 'public'::regnamespace AND "relkind" IN ('r', 'p') AND "relname" <> '_prisma_migrations'
     ORDER BY "relname" LIMIT 4`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  throw new CommandError(
    `The database ${client.database} at ${client.host}:${client.port} has other tables (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}), so nothing was changed: set DATABASE_URL to a database of the app's own.`,
  )
}

async function requireSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string | null }>(
    'SELECT current_schema() AS "schema"',
  )
  const problem = explainSchema(rows[0]?.schema ?? null)
  if (problem) throw new CommandError(problem)
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const taken = 'SELECT pg_try_advisory_lock($1) AS "taken"'
  const { rows } = await client.query<{ taken: boolean }>(taken, [LOCK_ID])
  return rows[0]?.taken === true
}

/** @throws CommandError if the database has migrations of another version of the app */
export async function findPending(
  client: pg.Client,
  migrations: Migration[],
): Promise<Migration[]> {
  const table = await client.query(`SELECT to_regclass('_prisma_migrations') AS "name"`)
  if (table.rows[0]?.name === null) return migrations
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "finished"
     FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`,
  )
  for (const { name, checksum, finished } of rows) {
    if (!finished)
      throw new CommandError(`Migration ${name} failed earlier: see prisma migrate resolve.`)
    if (migrations.find((one) => one.name === name)?.checksum !== checksum)
      throw new CommandError(
        `This database was made by another version (${name} has changed): start over with npm run demo -- --reset, or with an empty database.`,
      )
  }
  return migrations.filter(({ name }) => rows.every((row) => row.name !== name))
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const isConcurrent = /\bCONCURRENTLY\b/i.test(sql)
  const startedAt = new Date()
  try {
    if (isConcurrent) await dropInvalidIndexes(client, sql)
    else await client.query('BEGIN')
    await client.query(sql)
    await client.query(
      `INSERT INTO "_prisma_migrations"
         ("id", "checksum", "finished_at", "migration_name", "started_at", "applied_steps_count")
       VALUES ($1, $2, clock_timestamp(), $3, $4, 1)`,
      [randomUUID(), checksum, name, startedAt],
    )
    if (!isConcurrent) await client.query('COMMIT')
  } catch (error) {
    if (!isConcurrent) await client.query('ROLLBACK').catch(() => {})
    const [reason] = error instanceof Error ? error.message.split('\n') : []
    throw new CommandError(
      `Migration ${name} failed${isConcurrent ? '' : ', and nothing of it was applied'}: ${reason}`,
    )
  }
}

/**
 * After an interrupted CREATE INDEX CONCURRENTLY, an unusable index remains, and IF NOT EXISTS would skip building a usable one.
 */
async function dropInvalidIndexes(client: pg.Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT "relname" AS "name" FROM pg_index JOIN pg_class ON pg_class.oid = "indexrelid" WHERE NOT "indisvalid"`,
  )
  for (const { name } of rows)
    if (sql.includes(`"${name}"`)) await client.query(`DROP INDEX CONCURRENTLY "${name}"`)
}

if (process.argv[1] === import.meta.filename) {
  try {
    const applied = await migrate(
      readSettings(process.env, { deployed: true }).env.DATABASE_URL ?? '',
    )
    for (const name of applied) console.log(`applied ${name}`)
    if (applied.length === 0) console.log('The database is up to date.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
