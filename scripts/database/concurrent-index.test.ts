// Migrations that can't run in a transaction, on a real server, where other sessions hold locks and snapshots.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ROOT } from '../settings.ts'
import { migrateFrom } from './migrate.ts'
import { startOwnTestServer } from './real-test-database.ts'
import { readMigrations } from './schema-engine.ts'
import { startTestDatabase, type TestDatabase } from './test-database.ts'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }

const INDEX = '29990101000001_note_index'
const COLUMN = '29990101000002_add_column'
const CREATE = 'CREATE INDEX CONCURRENTLY "Inquiry_note_idx" ON "Inquiry"("note");'

let database: TestDatabase
let customer: pg.Client
let observer: pg.Client
beforeAll(async () => {
  database = await startOwnTestServer()
})
afterAll(() => database.stop())
beforeEach(async () => {
  customer = await connect()
  observer = await connect()
})
afterEach(async () => {
  await customer.end()
  await observer.query('DROP INDEX IF EXISTS "Inquiry_note_idx"')
  await observer.query('ALTER TABLE "Inquiry" DROP COLUMN IF EXISTS "extra"')
  await observer.query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '2999%'`)
  await observer.end()
})

test('an index is built while a customer writes, and the migrations after it are applied too', async () => {
  await holdRows()
  const migrating = migrateFrom(database.url, withIndexAndColumn())
  await vi.waitFor(async () => expect(await indexState()).toBe('invalid'), WITHIN)
  // The build waits for the open transaction, and blocks nobody else.
  await observer.query(`UPDATE "ServiceGate" SET "tokens" = 1`)
  await observer.query(`UPDATE "Inquiry" SET "note" = 'written meanwhile'`)
  await customer.query('COMMIT')
  expect(await migrating).toEqual([INDEX, COLUMN])
  expect(await indexState()).toBe('valid')
  expect(await migrateFrom(database.url, withIndexAndColumn())).toEqual([])
})

test('an index is rebuilt after the process and the server session were killed halfway', async () => {
  await holdRows()
  const folder = mkdtempSync(join(tmpdir(), 'migrating-'))
  const file = join(folder, 'list.json')
  writeFileSync(file, JSON.stringify(withIndexAndColumn()))
  const script = `
    import { readFileSync } from 'node:fs'
    import { migrateFrom } from '${join(ROOT, 'scripts/database/migrate.ts')}'
    await migrateFrom(process.argv[1], JSON.parse(readFileSync(process.argv[2], 'utf8')))`
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, database.url, file],
    { cwd: ROOT, stdio: 'ignore' },
  )
  await vi.waitFor(async () => expect(await indexState()).toBe('invalid'), WITHIN)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // Waits until the session has ended, because it would otherwise finish the index after the commit.
  const ended = await observer.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
     WHERE query LIKE '%CREATE INDEX CONCURRENTLY%' AND pid <> pg_backend_pid()`,
  )
  expect(ended.rowCount).toBe(1)
  await customer.query('COMMIT')
  expect(await indexState()).toBe('invalid')

  expect(await migrateFrom(database.url, withIndexAndColumn())).toEqual([INDEX, COLUMN])
  expect(await indexState()).toBe('valid')
  rmSync(folder, { recursive: true })
}, 60_000)

test('an index that an earlier run finished but did not record is kept', async () => {
  await observer.query(CREATE)
  const before = await indexOid()
  expect(await migrateFrom(database.url, withIndexAndColumn())).toEqual([INDEX, COLUMN])
  expect(await indexOid()).toBe(before)
})

test('two simultaneous migrations build an index once, without a deadlock', async () => {
  await holdRows()
  const both = Promise.all([
    migrateFrom(database.url, withIndexAndColumn()),
    migrateFrom(database.url, withIndexAndColumn()),
  ])
  await vi.waitFor(async () => expect(await indexState()).toBe('invalid'), WITHIN)
  await customer.query('COMMIT')
  expect((await both).flat()).toEqual([INDEX, COLUMN])
})

test('a unique index that cannot be built leaves no invalid index that would refuse rows', async () => {
  await observer.query(
    `INSERT INTO "User" ("id", "email", "name", "role") VALUES (gen_random_uuid(), 'a@x.example', 'Same', 'VIEWER'), (gen_random_uuid(), 'b@x.example', 'Same', 'VIEWER')`,
  )
  const unique = 'CREATE UNIQUE INDEX CONCURRENTLY "Inquiry_note_idx" ON "User"("name");'
  await expect(migrateFrom(database.url, withFiles([[INDEX, unique]]))).rejects.toThrow(
    `Migration ${INDEX} failed, and nothing was changed. could not create unique index "Inquiry_note_idx"`,
  )
  expect(await indexState()).toBe('none')
  await observer.query('DELETE FROM "User"')
})

test('a migration that waits for a locked table lets other requests through and retries', async () => {
  await holdRows()
  const migrating = migrateFrom(database.url, withFiles([[COLUMN, ADD_COLUMN]]))
  // Its ungranted lock shows that it waits. When it times out, the requests queued behind it get through.
  const waits = async () =>
    (
      await observer.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'`,
      )
    ).rowCount
  await vi.waitFor(async () => expect(await waits()).toBe(1), WITHIN)
  await vi.waitFor(async () => expect(await waits()).toBe(0), WITHIN)
  await observer.query(`SELECT "id" FROM "Inquiry" LIMIT 1`)
  await customer.query('COMMIT')
  expect(await migrating).toEqual([COLUMN])
})

test('the embedded database builds an index too', async () => {
  const embedded = await startTestDatabase()
  expect(await migrateFrom(embedded.url, withIndexAndColumn())).toEqual([INDEX, COLUMN])
  await embedded.stop()
})

const ADD_COLUMN = 'ALTER TABLE "Inquiry" ADD COLUMN "extra" TEXT;'
const withIndexAndColumn = () =>
  withFiles([
    [INDEX, `-- Phase: expand.\n${CREATE}`],
    [COLUMN, ADD_COLUMN],
  ])

function withFiles(files: [name: string, sql: string][]): ReturnType<typeof readMigrations> {
  const list = readMigrations()
  const added = files.map(([path, value]) => ({
    path,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
  }))
  return { ...list, migrationDirectories: [...list.migrationDirectories, ...added] }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return client
}

/** Like a request in progress: a transaction that has written but not committed. */
async function holdRows(): Promise<void> {
  await customer.query('BEGIN')
  await customer.query(`UPDATE "Inquiry" SET "note" = 'held'`)
}

async function indexState(): Promise<string> {
  const { rows } = await observer.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('"Inquiry_note_idx"')`,
  )
  if (rows.length === 0) return 'none'
  return rows[0].indisvalid ? 'valid' : 'invalid'
}

const indexOid = async () =>
  (await observer.query(`SELECT to_regclass('"Inquiry_note_idx"')::oid AS oid`)).rows[0].oid
