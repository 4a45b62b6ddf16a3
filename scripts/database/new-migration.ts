// `npm run db:new -- <name>`: writes the next migration. It replays the migrations in a fresh in-memory database and compares
// the result with schema.prisma. No other database is touched.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { readOptions } from '../options.ts'
import { serveDatabase } from './database-server.ts'
import {
  MIGRATIONS_FOLDER,
  NO_FILTER,
  openSchemaEngine,
  readMigrations,
  readSchema,
  SCHEMA_FILE,
} from './schema-engine.ts'

/** @returns the SQL from the migrations to the schema; empty if they agree */
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
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(MIGRATIONS_FOLDER, `${timestamp}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
  console.log(`wrote ${relative(process.cwd(), folder)}/migration.sql`)
  process.exit(0)
}
