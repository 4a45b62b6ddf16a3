// A database that is killed in the middle of anything must not end the process.
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

test('a connection is heard also in the moment when nobody has it', async () => {
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
  // The pool's own is the first, and leaves in this moment.
  expect(Math.min(...listeners)).toBeGreaterThan(1)
})

test('a connection that is given back within a transaction carries nothing else into it', async () => {
  await queryDirectly('begins', Prisma.sql`BEGIN`)
  const transaction = () => queryDirectly('transaction', Prisma.sql`SELECT pg_current_xact_id()`)
  expect(await transaction()).not.toEqual(await transaction())
})

test('what the database refuses and what it does not answer have names of their own in the log', async () => {
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
