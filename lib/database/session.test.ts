// These tests use a database whose sessions start with another time zone, date format and isolation level.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../scripts/migrate'
import { findFreePort } from '../../scripts/ports'
import { startEmptyDatabase, startTestDatabase } from '../../scripts/test-database'
import { insertOpenInquiry, reload, withTestApp } from '../testing/test-app'
import { db } from './db'
import { findDatabaseProblem } from './session'

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

test('of a database that the app can’t use, one line says why and what to do, without user or password', async () => {
  expect(await findDatabaseProblem(url)).toBeNull()
  const other = await startEmptyDatabase()
  const change = (parts: object) => Object.assign(new URL(other.url), parts).href
  const { pathname, host } = new URL(other.url)
  const cases = {
    [other.url]: `The database ${pathname.slice(1)} at ${host} doesn't have the app's tables: run npm run db:migrate, or correct DATABASE_URL.`,
    [change({
      pathname: 'none',
    })]: `The database at ${host} can't be used (database "none" does not exist): correct DATABASE_URL.`,
    [change({
      username: 'somebody',
      password: 'secret',
    })]: `The database at ${host} can't be used (password authentication failed for user …): correct DATABASE_URL.`,
  }
  for (const [tried, problem] of Object.entries(cases))
    expect(await findDatabaseProblem(tried)).toBe(problem)
  const port = String(await findFreePort())
  expect(await findDatabaseProblem(change({ port }))).toBe(
    `The database at 127.0.0.1:${port} can't be used (connect ECONNREFUSED 127.0.0.1:${port}): start it, or correct DATABASE_URL.`,
  )
  await other.stop()
})
