// `npm run db:new -- <name>`: writes the next migration. It replays the migrations in a fresh in-memory database and compares
// the result with schema.prisma. No other database is touched. It states the phase, puts each index on an existing table into
// a separate file, and warns about statements that would break a running build.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { parse } from 'libpg-query'
import pg from 'pg'
import { readOptions } from '../options.ts'
import { serveDatabase } from './database-server.ts'
import { findProblems, lintMigration } from './lint-migration.ts'
import {
  MIGRATIONS_FOLDER,
  NO_FILTER,
  openSchemaEngine,
  readMigrations,
  readSchema,
  SCHEMA_FILE,
} from './schema-engine.ts'

/** @returns the SQL that leads from the migrations to the schema; empty if they agree */
export async function diffMigrationsToSchema(): Promise<string> {
  const shadow = await serveDatabase(await PGlite.create(), 0)
  const pool = new pg.Pool({ connectionString: shadow.url, max: 1 })
  try {
    const engine = await openSchemaEngine(pool)
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations() },
      to: { tag: 'schemaDatamodel', files: [{ path: SCHEMA_FILE, content: readSchema() }] },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    })
    const sql = stdout ?? ''
    return sql.includes('This is an empty migration') ? '' : sql
  } finally {
    await pool.end()
    await shadow.stop()
  }
}

type File = { name: string; sql: string; warnings: string[] }

/** @returns the files to write, in the order in which they have to run */
export async function planMigrations(name: string, diff: string): Promise<File[]> {
  const { rest, indexes } = await extractIndexes(diff)
  const files = indexes.map(({ index, sql }) => ({ name: `${name}_${index.toLowerCase()}`, sql }))
  if (rest.trim() !== '') files.unshift({ name, sql: rest })
  return Promise.all(files.map((file) => statePhase(file)))
}

async function statePhase({ name, sql }: { name: string; sql: string }): Promise<File> {
  const contracts = (await findProblems(sql)).some(({ untilContract }) => untilContract)
  const stated = `-- Phase: ${contracts ? 'contract' : 'expand'}.\n${sql}`
  const findings = await lintMigration(stated)
  return {
    name,
    sql: stated,
    warnings: findings.map(({ line, message }) => `line ${line}: ${message}`),
  }
}

/** Prisma writes CREATE INDEX, which blocks writes to a table until it is done. */
async function extractIndexes(
  diff: string,
): Promise<{ rest: string; indexes: { index: string; sql: string }[] }> {
  const { stmts = [] } = await parse(diff)
  const bytes = Buffer.from(diff)
  const created = new Set(
    stmts.flatMap(({ stmt }) =>
      stmt && 'CreateStmt' in stmt ? [stmt.CreateStmt.relation?.relname] : [],
    ),
  )
  const indexes: { index: string; sql: string }[] = []
  let rest = ''
  let start = 0
  for (const { stmt, stmt_location = 0, stmt_len } of stmts) {
    // Starts at the end of the previous statement, because Prisma's comments precede their statement.
    const end = stmt_len === undefined ? bytes.length : stmt_location + stmt_len
    const text = `${bytes
      .subarray(start, end)
      .toString()
      .replace(/^;?\n+/, '')};\n`
    start = end
    const isIndex = stmt && 'IndexStmt' in stmt && !created.has(stmt.IndexStmt.relation?.relname)
    if (isIndex)
      indexes.push({
        index: stmt.IndexStmt.idxname ?? 'index',
        sql: text.replace(/^(CREATE (?:UNIQUE )?INDEX) /m, '$1 CONCURRENTLY '),
      })
    else rest += `${rest ? '\n' : ''}${text}`
  }
  return { rest, indexes }
}

if (process.argv[1] === import.meta.filename) {
  const [name] = readOptions('db:new').positionals
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    console.error(
      'Name the migration in lower case with underscores: npm run db:new -- add_expiry_to_inquiry',
    )
    process.exit(1)
  }
  const sql = await diffMigrationsToSchema()
  if (sql === '') {
    console.log('The migrations already lead to the schema: nothing to write.')
    process.exit(0)
  }
  const startMs = Date.now()
  for (const [nth, file] of (await planMigrations(name, sql)).entries()) {
    const timestamp = new Date(startMs + nth * 1_000).toISOString().replace(/\D/g, '').slice(0, 14)
    const folder = join(MIGRATIONS_FOLDER, `${timestamp}_${file.name}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'migration.sql'), file.sql)
    console.log(`wrote ${relative(process.cwd(), folder)}/migration.sql`)
    for (const warning of file.warnings) console.warn(`  ${warning}`)
  }
  process.exit(0)
}
