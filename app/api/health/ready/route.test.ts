import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from '@/lib/database/db'
import { startDraining } from '@/lib/runtime/draining'
import { env } from '@/lib/runtime/env'
import { log } from '@/lib/runtime/log'
import { withTestApp } from '@/lib/testing/test-app'
import { GET } from './route'

withTestApp()
let operator: pg.Client
beforeAll(async () => {
  operator = new pg.Client({ connectionString: env().DATABASE_URL })
  await operator.connect()
})
afterAll(() => operator.end())

async function setReadOnly(value: 'on' | 'off') {
  await operator.query('SET default_transaction_read_only = off')
  const database = new URL(env().DATABASE_URL).pathname.slice(1)
  await operator.query(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`)
  await operator.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
}

test('an instance is not ready while its database is read-only', async () => {
  expect((await GET()).status).toBe(200)
  await setReadOnly('on')
  // Reading still works.
  await expect
    .poll(() =>
      db()
        .inquiry.count()
        .catch(() => null),
    )
    .toBe(0)
  const warn = vi.spyOn(log, 'warn')
  const refused = await GET()
  expect((await GET()).status).toBe(503)
  expect(warn.mock.calls).toEqual([
    ['database_refuses_writes', { error: expect.stringContaining('25006') }],
  ])
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({ status: 'database does not accept writes' })
  await setReadOnly('off')
  await expect.poll(async () => (await GET()).status).toBe(200)
})

test('a draining instance is not ready, though its database accepts writes', async () => {
  startDraining()
  const refused = await GET()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({ status: 'leaving' })
  expect(refused.headers.get('connection')).toBe('close')
})
