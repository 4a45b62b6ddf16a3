import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testEnvironment } from '../lib/testing/test-environment.ts'
import { startTestDatabase } from './test-database.ts'
import { runTool } from './run-tool.ts'

test('one command creates the three staff accounts of the stories; a second run gives them a new password', async () => {
  const database = await startTestDatabase()
  const run = async () => {
    const { output } = await runTool(['scripts/bootstrap.mjs', 'staff:e2e', 'staging.example'], {
      env: { ...testEnvironment('https://verify.example'), DATABASE_URL: database.url },
    })
    const [, password = ''] = /^STAFF_PASSWORD=(.+)$/m.exec(output) ?? []
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(
      'SELECT email, role, active, "passwordHash" FROM "User" ORDER BY email',
    )
    await client.end()
    return { password, rows }
  }
  const first = await run()
  const second = await run()
  expect(second.rows.map(({ email, role, active }) => [email, role, active])).toEqual([
    ['admin@staging.example', 'ADMIN', true],
    ['reviewer@staging.example', 'REVIEWER', true],
    ['viewer@staging.example', 'VIEWER', true],
  ])
  for (const { passwordHash } of second.rows) {
    expect(await verify(passwordHash, second.password)).toBe(true)
    expect(await verify(passwordHash, first.password)).toBe(false)
  }
  await database.stop()
})
