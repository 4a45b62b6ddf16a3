// CREATE and DROP INDEX CONCURRENTLY let the app write while they run, and can't be part of a transaction. If the process or
// the server dies halfway, PostgreSQL keeps an invalid index, which every write has to update and no query uses.
import { createHash } from 'node:crypto'
import { parse } from 'libpg-query'
import type pg from 'pg'
import { type Migration, scriptOf } from './schema-engine.ts'

export type ConcurrentIndex = {
  migration: string
  sql: string
  /** Quoted, with its schema if the statement names one. */
  index: string
  creates: boolean
}

/** @returns the migration's concurrent index, or undefined if the migration belongs in a transaction */
export async function concurrentIndex(
  migration: Migration | undefined,
): Promise<ConcurrentIndex | undefined> {
  const sql = migration && scriptOf(migration)
  if (!sql || !/\bconcurrently\b/i.test(sql)) return undefined
  const { stmts = [] } = await parse(sql)
  const stmt = stmts.length === 1 ? stmts[0]?.stmt : undefined
  if (!stmt) return undefined
  const found = { migration: migration.path, sql }
  if ('IndexStmt' in stmt && stmt.IndexStmt.concurrent) {
    const { idxname = '', relation } = stmt.IndexStmt
    return { ...found, index: qualified(relation?.schemaname, idxname), creates: true }
  }
  if ('DropStmt' in stmt && stmt.DropStmt.concurrent) {
    const [object] = stmt.DropStmt.objects ?? []
    const names = object && 'List' in object ? (object.List.items ?? []) : []
    const parts = names.map((part) => ('String' in part ? (part.String.sval ?? '') : ''))
    return { ...found, index: parts.map(quoted).join('.'), creates: false }
  }
  return undefined
}

/**
 * Runs the statement unless an earlier run has finished it, and records the migration as Prisma does.
 * @returns false if another process recorded it first
 */
export async function runConcurrently(
  pool: pg.Pool,
  { migration, sql, index, creates }: ConcurrentIndex,
): Promise<boolean> {
  // The statement waits for every transaction on the table without blocking others, so it needs no lock timeout. Without
  // parallel workers, it leaves processors for requests.
  await pool.query('SET lock_timeout = 0; SET max_parallel_maintenance_workers = 0')
  const state = await stateOf(pool, index)
  if (state === 'invalid') await drop(pool, index)
  if (creates ? state !== 'valid' : state === 'valid') {
    try {
      await pool.query(sql)
    } catch (error) {
      const left = await stateOf(pool, index)
      // An invalid unique index still refuses rows.
      if (left === 'invalid') await drop(pool, index)
      // In the embedded database all connections share one session, and so the lock: another process may have been first.
      if (left !== (creates ? 'valid' : 'none')) throw error
    }
  }
  const { rowCount } = await pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     SELECT gen_random_uuid()::text, $1, now(), $2::text, now(), 1
     WHERE NOT EXISTS (SELECT 1 FROM _prisma_migrations WHERE migration_name = $2::text AND finished_at IS NOT NULL)`,
    [createHash('sha256').update(sql).digest('hex'), migration],
  )
  return rowCount === 1
}

async function stateOf(pool: pg.Pool, index: string): Promise<'none' | 'valid' | 'invalid'> {
  const { rows } = await pool.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  )
  const [row] = rows
  if (!row) return 'none'
  return row.valid ? 'valid' : 'invalid'
}

const drop = (pool: pg.Pool, index: string) =>
  pool.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const qualified = (schema: string | undefined, name: string) =>
  schema ? `${quoted(schema)}.${quoted(name)}` : quoted(name)
