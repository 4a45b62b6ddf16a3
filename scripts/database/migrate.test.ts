import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate, migrateFrom } from './migrate.ts'
import { diffMigrationsToSchema } from './new-migration.ts'
import { readMigrations } from './schema-engine.ts'
import { startEmptyDatabase, startTestDatabase } from './test-database.ts'

const allMigrations = readMigrations().migrationDirectories.map(({ path }) => path)

test('two instances that start together apply each migration once, and a later one applies none', async () => {
  const { url, stop } = await startEmptyDatabase()
  const [first, second] = await Promise.all([migrate(url), migrate(url)])
  expect([...first, ...second]).toEqual(allMigrations)
  expect(await migrate(url)).toEqual([])
  await stop()
})

test('a failing migration gives one line with its name, and changes nothing', async () => {
  const { url, stop } = await startTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('DELETE FROM _prisma_migrations')
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'MigrationFailedError',
    message: expect.stringMatching(
      /^Migration \S+_init failed, and nothing was changed\. .*type "OpenState" already exists$/,
    ),
  })
  expect((await client.query('SELECT 1 FROM _prisma_migrations')).rows).toEqual([])
  await client.end()
  await stop()
})

test('a backfill runs in a separate transaction, without the locks of migrations before or after it', async () => {
  const { url, stop } = await startTestDatabase()
  const known = readMigrations()
  const migrateWith = (files: Record<string, string>) => {
    const added = Object.entries(files).map(([path, value]) => ({
      path,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
    }))
    const migrationDirectories = [...known.migrationDirectories, ...added]
    return migrateFrom(url, { ...known, migrationDirectories })
  }
  const expand = '-- Phase: expand.\nALTER TABLE "User" ADD COLUMN "extra" TEXT;'
  const fails = 'SELECT 1 / 0;'
  await expect(
    migrateWith({ '3001_expand': expand, '3002_fill': `-- Phase: backfill.\n${fails}` }),
  ).rejects.toThrow(/3002_fill failed, and only what came before it was applied \(3001_expand\)/)
  await expect(
    migrateWith({
      '3001_expand': expand,
      '3002_fill': `-- Phase: backfill.\nUPDATE "User" SET "extra" = 'x';`,
      '3003_expand': `-- Phase: expand.\n${fails}`,
    }),
  ).rejects.toThrow(/3003_expand failed, and only what came before it was applied \(3002_fill\)/)
  await stop()
})

test('the migrations produce exactly the schema', async () => {
  expect(await diffMigrationsToSchema()).toBe('')
})

test('an unreachable database is reported by host and port, without the password', async () => {
  const port = await closedPort()
  const url = `postgresql://app:hunter2@127.0.0.1:${port}/app`
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'DatabaseUnreachableError',
    message: `The database at 127.0.0.1:${port} cannot be used (ECONNREFUSED): check DATABASE_URL.`,
  })
})

test('two test databases are migrated and independent', async () => {
  const databases = await Promise.all([startTestDatabase(), startTestDatabase()])
  const clients = databases.map(({ url }) => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query('CREATE TABLE only_in_the_first (id int)')
  const found = await Promise.all(
    clients.map((client) =>
      client.query(`SELECT to_regclass('only_in_the_first') IS NOT NULL AS found`),
    ),
  )
  expect(found.map(({ rows }) => rows[0].found)).toEqual([true, false])
  const applied = await clients[1]?.query(
    'SELECT migration_name FROM _prisma_migrations ORDER BY 1',
  )
  expect(applied?.rows.map((row) => row.migration_name)).toEqual(allMigrations)
  await Promise.all(clients.map((client) => client.end()))
  await Promise.all(databases.map(({ stop }) => stop()))
})

async function closedPort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return address !== null && typeof address === 'object' ? address.port : 0
}
