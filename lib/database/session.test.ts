// These tests use a database whose sessions start with another time zone, date format and isolation level.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../scripts/migrate'
import { startTestDatabase } from '../../scripts/test-database'
import { insertOpenInquiry, reload, withTestApp } from '../testing/test-app'
import { db } from './db'

let url = ''
withTestApp(async () => {
  const server = await startTestDatabase()
  url = server.url
  await alterDatabase("timezone TO 'Asia/Tokyo'")
  await alterDatabase("datestyle TO 'German'")
  await alterDatabase("default_transaction_isolation TO 'serializable'")
  return server
})

async function alterDatabase(setting: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`)
  await client.end()
}

test('the app and the database understand each other’s times', async () => {
  const [row] = await db().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS "now"`
  expect(Math.abs((row?.now.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
  const expiresAt = new Date('2026-03-29T01:30:00.123Z')
  const { id } = await insertOpenInquiry({ expiresAt })
  const [written] = await db().$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM "expiresAt") * 1000)::float8 AS "ms" FROM "Inquiry" WHERE "id" = ${id}::uuid`
  expect(written?.ms).toBe(expiresAt.getTime())
  expect(await reload({ id })).toMatchObject({ expiresAt })
  await db().$executeRaw`
    INSERT INTO "WebhookEvent" ("id", "kind", "signedAt") VALUES (${randomUUID()}::uuid, 'x', '2026-03-29T01:30:00Z')`
  const { signedAt } = await db().webhookEvent.findFirstOrThrow()
  expect(signedAt).toEqual(new Date('2026-03-29T01:30:00Z'))
})

test('the app’s transactions see what others commit meanwhile', async () => {
  await db().$transaction(async (tx) => {
    expect(await tx.$queryRaw`SHOW transaction_isolation`).toEqual([
      { transaction_isolation: 'read committed' },
    ])
  })
})

test('the migration refuses a search_path to another schema, in one line', async () => {
  const elsewhere = `${url}&options=-csearch_path%3Dmerchant,public`
  await db().$executeRaw`CREATE SCHEMA "merchant"`
  await expect(migrate(elsewhere)).rejects.toThrow(
    /^The search_path at DATABASE_URL leads to the schema merchant, .*$/,
  )
})
