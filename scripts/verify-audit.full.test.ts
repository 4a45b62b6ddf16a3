// Runs the command as an operator would, on a separate database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testEnvironment } from '../lib/testing/test-environment.ts'
import { ROOT } from './settings.ts'
import { startTestDatabase } from './test-database.ts'

const SERVER_TSX = ['--conditions=react-server', '--import', 'tsx']

let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.stop())

async function verify(...args: string[]) {
  const child = spawn(process.execPath, [...SERVER_TSX, 'scripts/verify-audit.ts', ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...testEnvironment('https://verify.example'),
      DATABASE_URL: database.url,
    },
  })
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { exitCode: child.exitCode, output: output + errors }
}

test('audit:verify exits with 0, or with 1 and the number of the first broken entry', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `INSERT INTO "AuditEntry" ("id", "actor", "action", "outcome")
     SELECT gen_random_uuid(), 'system', 'inquiry.viewed', 'allowed' FROM generate_series(1, 3)`,
  )
  const intact = await verify()
  expect(intact).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('intact: 3 entries, up to 3:'),
  })
  const head = /3:[0-9a-f]{64}/.exec(intact.output)?.[0] ?? ''
  await client.query(`UPDATE "AuditEntry" SET "outcome" = 'refused' WHERE "seq" = 2`)
  expect(await verify('--head', head)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('broken at entry 2 ('),
  })
  await client.query('DELETE FROM "AuditEntry"')
  await client.query(`UPDATE "AuditChain" SET "anchorSeq" = "headSeq", "anchorHash" = "headHash"`)
  await client.query(
    `INSERT INTO "AuditEntry" ("id", "actor", "action", "outcome")
     VALUES (gen_random_uuid(), 'system', 'audit.trimmed', 'through_3')`,
  )
  await client.end()
  expect(await verify('--head', head)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('Entry 3 is no longer in the audit trail'),
  })
}, 120_000)
