// Losing the database at any moment must not end the process, and the server limits the pool's connections.
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { findFreePort } from '../../scripts/ports'
import { PrismaClient } from '../prisma-client/client'
import { errorName } from '../runtime/log'
import { withTestApp } from '../testing/test-app'
import { db, poolUse } from './db'

withTestApp()

test('a connection has an error listener even while the pool hands it over', async () => {
  const listeners: number[] = []
  const emit = pg.Pool.prototype.emit
  const spy = vi.spyOn(pg.Pool.prototype, 'emit').mockImplementation(function (
    this: pg.Pool,
    event: string | symbol,
    ...args: unknown[]
  ) {
    const [client] = args
    if (event === 'acquire' && client instanceof pg.Client)
      listeners.push(client.listenerCount('error'))
    return Reflect.apply(emit, this, [event, ...args])
  })
  await db().inquiry.count()
  await db().$transaction((tx) => tx.inquiry.count())
  spy.mockRestore()
  expect(listeners.length).toBeGreaterThan(0)
  // The pool removes its own listener at this moment, so there must be another.
  expect(Math.min(...listeners)).toBeGreaterThan(1)
})

test('a connection that is returned in the middle of a transaction is not reused', async () => {
  await db().$executeRaw`BEGIN`
  const transaction = () => db().$queryRaw`SELECT pg_current_xact_id()::text AS "id"`
  expect(await transaction()).not.toEqual(await transaction())
})

test('the log has the code of a refused statement and of a failed connection', async () => {
  const nameOf = (work: Promise<unknown>) => work.then(() => 'no error', errorName)
  expect(await nameOf(db().$queryRaw`SELECT 1 / 0`)).toBe('DatabaseError 22012')
  const readOnly = db().$transaction(async (tx) => {
    await tx.$executeRaw`SET TRANSACTION READ ONLY`
    await tx.user.deleteMany()
  })
  expect(await nameOf(readOnly)).toBe('DatabaseError 25006')
  const locked = db().$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Inquiry"`
    return nameOf(db().inquiry.count())
  })
  expect(await locked).toBe('DatabaseError 55P03')
  const adapter = new PrismaPg(`postgresql://u:p@127.0.0.1:${await findFreePort()}/x`)
  const away = new PrismaClient({ adapter })
  for (const query of [away.$queryRaw`SELECT 1`, away.inquiry.count()])
    expect(await nameOf(query)).toBe('DatabaseError DatabaseNotReachable')
  await away.$disconnect()
})

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

test('a connection that met a read-only server is replaced', async () => {
  // Imitates a connection to the old primary after a failover.
  await db().$executeRaw`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`
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
