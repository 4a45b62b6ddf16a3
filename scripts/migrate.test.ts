import { createHash } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { startEmptyDatabase } from './test-database.ts'

let url = ''
let client: pg.Client
beforeEach(async () => {
  const database = await startEmptyDatabase()
  url = database.url
  client = new pg.Client({ connectionString: url })
  await client.connect()
  return async () => {
    await client.end()
    await database.stop()
  }
})

const migration = (name: string, sql: string) => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})
const table = migration('1_table', 'CREATE TABLE "T" ("id" int); INSERT INTO "T" VALUES (1)')
const index = migration(
  '2_index',
  'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "T_id_key" ON "T"("id")',
)
const broken = migration('3_broken', 'CREATE TABLE "U" ("id" int); SELECT 1 / 0')

test('migrations are applied once, in order, and recorded as Prisma records them', async () => {
  expect(await migrate(url, [table, index])).toEqual(['1_table', '2_index'])
  expect(await migrate(url, [table, index])).toEqual([])
  const { rows } = await client.query('SELECT * FROM "_prisma_migrations" ORDER BY "started_at"')
  expect(rows).toEqual(
    [table, index].map(({ name, checksum }) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum,
      migration_name: name,
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      applied_steps_count: 1,
      logs: null,
      rolled_back_at: null,
    })),
  )
})

test('several processes that start at once apply each migration once', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, [table, index])))
  expect(applied.flat()).toEqual(['1_table', '2_index'])
})

test('a waiting process says that it waits for the lock', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await client.query('SELECT pg_advisory_lock(72707369)')
  const applied = migrate(url, [table])
  await vi.waitFor(() =>
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/waiting .* pooler/)),
  )
  await client.query('SELECT pg_advisory_unlock(72707369)')
  expect(await applied).toEqual(['1_table'])
})

test('a migration that fails leaves nothing, and the ones before it stay', async () => {
  await expect(migrate(url, [table, broken])).rejects.toThrow(
    'Migration 3_broken failed, and nothing of it was applied: division by zero',
  )
  const { rows } = await client.query(`SELECT to_regclass('"T"') AS "t", to_regclass('"U"') AS "u"`)
  expect(rows).toEqual([{ t: '"T"', u: null }])
})

test('an index that could not be built is built by the next run', async () => {
  await migrate(url, [table])
  await client.query('INSERT INTO "T" VALUES (1)')
  await expect(migrate(url, [table, index])).rejects.toThrow(/^Migration 2_index failed: .*unique/)
  await client.query('TRUNCATE "T"')
  expect(await migrate(url, [table, index])).toEqual(['2_index'])
  const { rows } = await client.query(
    `SELECT "indisvalid" FROM pg_index WHERE "indexrelid" = '"T_id_key"'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

test.each([
  ['has changed', [{ ...table, checksum: 'another' }]],
  ['is missing here', []],
])(
  'a database whose migration %s is refused, in one line that says how to start over',
  async (_, known) => {
    await migrate(url, [table])
    await expect(migrate(url, known)).rejects.toThrow(/^.*1_table.* npm run demo -- --reset.*$/)
  },
)

test('a database that has other tables stays as it is, and is named', async () => {
  await client.query('CREATE TABLE "Orders" ("id" int); CREATE TABLE "users" ("id" int)')
  const { pathname, host } = new URL(url)
  const refused = `The database ${pathname.slice(1)} at ${host} has other tables (Orders, users), so nothing was changed`
  await expect(migrate(url, [table])).rejects.toThrow(refused)
  const { rows } = await client.query(`SELECT to_regclass('"T"') AS "t"`)
  expect(rows).toEqual([{ t: null }])
  await client.query('DROP TABLE "Orders", "users"')
  expect(await migrate(url, [table])).toEqual(['1_table'])
})

test('the reason that PostgreSQL gives is passed on', async () => {
  const named = (change: object) => Object.assign(new URL(url), change).href
  await expect(migrate(named({ pathname: 'none' }), [])).rejects.toThrow(
    /\(database "none" does not exist\): .*correct DATABASE_URL/,
  )
  await expect(migrate(named({ password: 'wrong' }), [])).rejects.toThrow(
    /\(password authentication failed for user …\)/,
  )
})

test('no error contains the user or the password', async () => {
  const wrong = Object.assign(new URL(url), { username: 'somebody', password: 'secret' }).href
  const noServer = 'postgresql://somebody:secret@127.0.0.1:1/db'
  for (const bad of [
    wrong,
    noServer,
    `${wrong}&schema=merchant`,
    'postgresql://somebody:sec ret@[/',
  ]) {
    const error = await migrate(bad, []).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toMatch(/^CommandError: .*DATABASE_URL.*$/)
    expect(String(error)).not.toMatch(/somebody|sec/)
  }
})
