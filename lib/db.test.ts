// Losing the database, at whatever moment, must not end the process.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db, queryDirectly } from './db'
import { errorName } from './log'
import { Prisma } from './prisma-client/client'
import { startTestApp, type TestApp } from './testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

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
  // One is the pool's own, which is removed at this moment.
  expect(Math.min(...listeners)).toBeGreaterThan(1)
})

test('a connection that is returned in the middle of a transaction is not reused', async () => {
  await queryDirectly('begins', Prisma.sql`BEGIN`)
  const transaction = () => queryDirectly('transaction', Prisma.sql`SELECT pg_current_xact_id()`)
  expect(await transaction()).not.toEqual(await transaction())
})

test('the log distinguishes refused statements from lost connections', async () => {
  const nameOf = (work: Promise<unknown>) => work.then(() => 'no error', errorName)
  expect(await nameOf(queryDirectly('fails', Prisma.sql`SELECT 1 / 0`))).toBe('DatabaseError 22012')

  const lost = vi
    .spyOn(pg.Pool.prototype, 'query')
    .mockImplementation(() => Promise.reject(new Error('Connection terminated unexpectedly')))
  const refused = Object.assign(new Error('connect to a host'), { code: 'ECONNREFUSED' })
  expect(await nameOf(queryDirectly('lost', Prisma.sql`SELECT 1`))).toBe('DatabaseConnectionError')
  lost.mockImplementation(() => Promise.reject(refused))
  expect(await nameOf(queryDirectly('refused', Prisma.sql`SELECT 1`))).toBe(
    'DatabaseConnectionError ECONNREFUSED',
  )
  lost.mockRestore()
})
