// `npm run db:new -- <name>`: writes the migration that leads from prisma/migrations to prisma/schema.prisma, as `prisma migrate dev`
// does. That command downloads an engine, so the test that compares the migrations with the schema couldn't run everywhere. Here,
// Prisma's engine comes from npm as WebAssembly, and compares the schema with a database of its own that has all migrations.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { z } from 'zod'
import { startDatabase } from './database.ts'
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts'

const SCHEMA_FILE = join(import.meta.dirname, '../prisma/schema.prisma')
const INTERNAL_CHAR_OID = 18
const TEXT_OID = 25

/** @returns the SQL that changes the database's tables to match the schema; empty if they match */
export async function diffToSchema(databaseUrl: string, schema: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const files = [{ path: SCHEMA_FILE, content: schema }]
    const engine = await openEngine(pool, schema)
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: dirname(SCHEMA_FILE) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    const sql = stdout ?? ''
    return sql.includes('This is an empty migration') ? '' : sql
  } finally {
    await pool.end()
  }
}

/** Creates a temporary database with all migrations, compares it, and drops it. */
async function diffMigrations(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'new-migration-'))
  const database = await startDatabase({ dataDir, port: 0, durable: false })
  try {
    await migrate(database.url)
    return await diffToSchema(database.url, readSchema())
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true })
  }
}

export const readSchema = (): string => readFileSync(SCHEMA_FILE, 'utf8')

let loaded: Promise<void> | undefined

async function loadEngine(): Promise<void> {
  // The engine reports the reason of a panic here. Without this, it would wait forever.
  const registry = {
    set_message: (message: string) => {
      throw new Error(`Prisma's engine panicked: ${message}`)
    },
  }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry })
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const wasm = readFileSync(join(folder, 'schema_engine_bg.wasm'))
  const imports = { './schema_engine_bg.js': { ...bindings } }
  const { instance } = await WebAssembly.instantiate(wasm, imports)
  bindings.__wbg_set_wasm(instance.exports)
  z.object({ __wbindgen_start: z.function() }).parse(instance.exports).__wbindgen_start()
}

async function openEngine(pool: pg.Pool, schema: string): Promise<bindings.SchemaEngine> {
  loaded ??= loadEngine()
  await loaded
  const connect = () => connectForEngine(pool)
  return bindings.SchemaEngine.new(
    { datamodels: [[SCHEMA_FILE, schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory({
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect,
      connectToShadowDb: connect,
    }),
  )
}

/**
 * The adapter doesn't know PostgreSQL's internal type "char", which the engine reads for every key. So such columns are read as
 * text and then get their type back. One variable is enough, because the engine sends one query at a time.
 */
async function connectForEngine(pool: pg.Pool): Promise<SqlDriverAdapter> {
  let charColumns = new Set<number>()
  const query = pool.query.bind(pool)
  const queryWithText = async (config: pg.QueryArrayConfig) => {
    const result = await query(config)
    charColumns = new Set()
    for (const [index, field] of result.fields.entries()) {
      if (field.dataTypeID !== INTERNAL_CHAR_OID) continue
      charColumns.add(index)
      field.dataTypeID = TEXT_OID
    }
    return result
  }
  const adapter = await new PrismaPg(Object.assign(pool, { query: queryWithText })).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement)
    const columnTypes = result.columnTypes.map((type, index) =>
      charColumns.has(index) ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  return adapter
}

if (process.argv[1] === import.meta.filename) {
  const [name = ''] = process.argv.slice(2)
  if (!/^[a-z0-9_]+$/.test(name)) {
    console.error('Name it in lower case, with underscores: npm run db:new -- add_expiry')
    process.exit(1)
  }
  const sql = await diffMigrations()
  if (sql === '') console.log('The migrations already lead to the schema.')
  else {
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    const folder = join(MIGRATIONS_FOLDER, `${time}_${name}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'migration.sql'), sql)
    console.log(`wrote ${relative('', folder)}/migration.sql`)
  }
}
