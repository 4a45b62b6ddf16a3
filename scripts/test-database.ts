// Gives each test file an empty, migrated database: a copy of a template that Vitest's global setup creates once per run.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startDatabase } from './database.ts'
import { migrate } from './migrate.ts'

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Another Vitest project of this run has already started the server.
  if (process.env.TEST_TEMPLATE_URL) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'test-server-'))
  const server = await startDatabase({ dataDir, port: 0, durable: false })
  await migrate(server.url)
  process.env.TEST_TEMPLATE_URL = server.url
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export interface TestDatabase {
  url: string
  stop(): Promise<void>
}

export async function startTestDatabase(): Promise<TestDatabase> {
  const template = new URL(process.env.TEST_TEMPLATE_URL ?? '')
  return createDatabase(template, `TEMPLATE ${template.pathname.slice(1)}`)
}

/** Creates a database without any migration. */
export async function startEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(new URL(process.env.TEST_TEMPLATE_URL ?? ''), 'TEMPLATE template0')
}

async function createDatabase(server: URL, from: string): Promise<TestDatabase> {
  const named = (database: string) => Object.assign(new URL(server), { pathname: database }).href
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    // PostgreSQL copies a database only while nobody is connected to it, so connect to another one.
    const client = new pg.Client({ connectionString: named('template1') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name} ${from}`)
  return { url: named(name), stop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) }
}
