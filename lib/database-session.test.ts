// A database whose sessions don't start in UTC, as on a server that took the time zone of its host.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startTestDatabase } from '../scripts/test-database'
import { db } from './db'
import { findPoolerProblem } from './pooler'
import { insertOpenInquiry } from './testing/test-app'
import { withTestApp } from './testing/test-inquiry'

let url = ''
withTestApp(async () => {
  const server = await startTestDatabase()
  url = server.url
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("ALTER DATABASE postgres SET timezone TO 'Asia/Tokyo'")
  await client.end()
  return server
})

test('the app reads the database’s clock as it is', async () => {
  const [row] = await db().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS "now"`
  expect(Math.abs((row?.now.getTime() ?? 0) - Date.now())).toBeLessThan(10_000)
})

test('a time that the app writes is the same time to the database', async () => {
  const expiresAt = new Date('2026-03-29T01:30:00.123Z')
  const { id } = await insertOpenInquiry({ expiresAt })
  const [row] = await db().$queryRaw<{ ms: number }[]>`
    SELECT (extract(epoch FROM "expiresAt") * 1000)::float8 AS "ms" FROM "Inquiry" WHERE "id" = ${id}::uuid`
  expect(row?.ms).toBe(expiresAt.getTime())
  const read = await db().inquiry.findUniqueOrThrow({ where: { id } })
  expect(read.expiresAt).toEqual(expiresAt)
})

test('a time that the database writes is the same time to the app', async () => {
  await db().$executeRaw`
    INSERT INTO "KnownEvent" ("id", "receivedAt") VALUES (${randomUUID()}::uuid, '2026-03-29T01:30:00Z')`
  const { receivedAt } = await db().knownEvent.findFirstOrThrow()
  expect(receivedAt).toEqual(new Date('2026-03-29T01:30:00Z'))
})

test('the app starts, unless transactions are isolated in another way than its locks need', async () => {
  expect(await findPoolerProblem(url)).toBeNull()
  await db().$executeRaw`ALTER ROLE postgres SET default_transaction_isolation TO 'repeatable read'`
  const problem = await findPoolerProblem(url)
  expect(problem).toContain("SET default_transaction_isolation = 'read committed'")
  expect(problem).not.toContain('\n')
})
