// Prisma's own migration engine as WebAssembly from npm, so no native binary has to be downloaded. It uses the usual table
// `_prisma_migrations`, so `prisma migrate deploy` works as well if its binary is available.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import type pg from 'pg'
import { z } from 'zod'
import { connectForEngine } from './engine-adapter.ts'

const ROOT = join(import.meta.dirname, '../..')
export const SCHEMA_FILE = join(ROOT, 'prisma/schema.prisma')
export const MIGRATIONS_FOLDER = join(ROOT, 'prisma/migrations')
const LOCK_FILE = 'migration_lock.toml'
const SCRIPT_FILE = 'migration.sql'

export const NO_FILTER = { externalTables: [], externalEnums: [] }

const initialisedSchema = z.object({ __wbindgen_start: z.function() })
let initialised: Promise<void> | undefined

/**
 * The engine on the ordinary adapter. For a diff from migrations, the same database is the shadow database, because the adapter
 * would create one with CREATE DATABASE, which the embedded database doesn't support.
 */
export async function openSchemaEngine(pool: pg.Pool): Promise<bindings.SchemaEngine> {
  initialised ??= initialise()
  await initialised
  const connect = () => connectForEngine(pool)
  return bindings.SchemaEngine.new(
    { datamodels: [[SCHEMA_FILE, readSchema()]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory({
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect,
      connectToShadowDb: connect,
    }),
  )
}

async function initialise(): Promise<void> {
  // The engine reports the reason for a panic here. Without this registry, the reason is lost.
  const panicRegistry = {
    set_message: (message: string) => {
      throw new Error(`The migration engine panicked: ${message}`)
    },
  }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panicRegistry })
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const wasm = readFileSync(join(folder, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, {
    './schema_engine_bg.js': { ...bindings },
  })
  bindings.__wbg_set_wasm(instance.exports)
  initialisedSchema.parse(instance.exports).__wbindgen_start()
}

export type Migration = bindings.MigrationList['migrationDirectories'][number]

/** The SQL of a migration. */
export const scriptOf = ({ migrationFile }: Migration): string =>
  migrationFile.content.tag === 'ok' ? migrationFile.content.value : ''

export function readSchema(): string {
  return readFileSync(SCHEMA_FILE, 'utf8')
}

/** The migrations in the engine's format, sorted by name, which begins with a timestamp. */
export function readMigrations(): bindings.MigrationList {
  const names = readdirSync(MIGRATIONS_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: {
      path: LOCK_FILE,
      content: readFileSync(join(MIGRATIONS_FOLDER, LOCK_FILE), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: SCRIPT_FILE,
        content: {
          tag: 'ok',
          value: readFileSync(join(MIGRATIONS_FOLDER, name, SCRIPT_FILE), 'utf8'),
        },
      },
    })),
  }
}
