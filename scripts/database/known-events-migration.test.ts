// The migrations that partition events by day, on a database that the previous build keeps using.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateFrom } from './migrate.ts'
import { readMigrations } from './schema-engine.ts'
import { startEmptyDatabase, type TestDatabase } from './test-database.ts'

const FIRST = '20261122110000_known_events'
const LAST = '20261122110400_known_events_so_far'

let database: TestDatabase
let client: pg.Client
/** Events that the previous build stored, keyed by the last migration that had run. */
const stored = new Map<string, string>()

beforeAll(async () => {
  database = await startEmptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const list = readMigrations()
  const upTo = (isIncluded: (path: string) => boolean) =>
    migrateFrom(database.url, {
      ...list,
      migrationDirectories: list.migrationDirectories.filter(({ path }) => isIncluded(path)),
    })
  await upTo((path) => path < FIRST)
  await storeAsPreviousBuild('before all')
  for (const { path } of list.migrationDirectories) {
    if (path < FIRST || path > LAST) continue
    await upTo((other) => other <= path)
    await storeAsPreviousBuild(path)
  }
})
afterAll(async () => {
  await client.end()
  await database.stop()
})

/** The previous build's statement, simplified. @returns whether the event is new to that build */
async function storeAsPreviousBuild(when: string, id: string = randomUUID()): Promise<boolean> {
  stored.set(when, id)
  const { rows } = await client.query<{ isNew: boolean }>(
    `INSERT INTO "WebhookEvent" ("id", "kind", "createdAt", "receivedAt", "payload")
     VALUES ($1, 'inquiry.approved', now(), clock_timestamp(), '{}')
     ON CONFLICT ("id") DO UPDATE SET "deliveries" = "WebhookEvent"."deliveries" + 1
     RETURNING "deliveries" = 1 AS "isNew"`,
    [id],
  )
  return rows[0]?.isNew ?? false
}

test('every event that the previous build stored, before and between the migrations, is kept and its id is known', async () => {
  const ids = [...stored.values()]
  expect(ids).toHaveLength(6)
  for (const table of ['ReceivedEvent', 'KnownEvent']) {
    const found = await client.query(`SELECT "id" FROM "${table}" WHERE "id" = ANY($1)`, [ids])
    expect(found.rows, table).toHaveLength(ids.length)
  }
})

test('the previous build still recognises its duplicates, and this build counts them', async () => {
  const [id = ''] = stored.values()
  expect(await storeAsPreviousBuild('again', id)).toBe(false)
  const known = await client.query('SELECT "deliveries" FROM "KnownEvent" WHERE "id" = $1', [id])
  expect(known.rows).toEqual([{ deliveries: 2 }])
})
