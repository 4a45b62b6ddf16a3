// How the server treats the pool's connections.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, poolUse, queryDirectly } from './db'
import { env } from './env'
import { Prisma } from './prisma-client/client'
import { insertOpenInquiry, startTestApp, type TestApp } from './testing/test-app'

/** A sender of webhooks waits for 5 s (N9). */
const SENDER_WAITS_MS = 5_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('the server limits statements, lock waits and idle transactions of every connection', async () => {
  const settings = () => db().$queryRaw<{ name: string; setting: string }[]>`
    SELECT "name", "setting" FROM pg_settings, pg_sleep(0.05)
    WHERE "name" IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    ORDER BY "name"`
  for (const rows of await Promise.all([settings(), settings(), settings()])) {
    expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
      ['idle_in_transaction_session_timeout', '10000'],
      ['lock_timeout', '2000'],
      ['statement_timeout', '8000'],
    ])
  }
})

test('a write to a locked row is refused while its sender still waits, without delaying other rows', async () => {
  const [locked, free] = [await insertOpenInquiry(), await insertOpenInquiry()]
  const holder = new pg.Client({ connectionString: env().DATABASE_URL })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM "Inquiry" WHERE "id" = $1 FOR UPDATE', [locked.id])
  const update = ({ id }: { id: string }) =>
    db().inquiry.update({ where: { id }, data: { attempts: 1 } })

  const began = Date.now()
  let isRefused = false
  const refused = expect(update(locked))
    .rejects.toThrow(/lock timeout/)
    .finally(() => {
      isRefused = true
    })
  await update(free)
  expect(isRefused).toBe(false)
  await refused
  expect(Date.now() - began).toBeLessThan(SENDER_WAITS_MS)

  await holder.query('ROLLBACK')
  await holder.end()
  await update(locked)
})

test('a connection that met a read-only server is replaced', async () => {
  // What a connection to the old primary looks like after a failover.
  await queryDirectly('demote', Prisma.sql`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`)
  const write = () => db().$transaction((tx) => tx.rejectedDelivery.deleteMany())
  await expect(write()).rejects.toThrow(/read-only transaction/)
  await expect(write()).resolves.toEqual({ count: 0 })
})

test('disconnecting closes every connection, so a command exits when its work is done', async () => {
  await db().$queryRaw`SELECT 1`
  expect(poolUse().open).toBeGreaterThan(0)
  await db().$disconnect()
  expect(poolUse().open).toBe(0)
})
