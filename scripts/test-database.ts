// A migrated, empty database for one test file: a copy of the one that test-server.ts has made.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  url: string
  stop(): Promise<void>
}

export async function startTestDatabase(): Promise<TestDatabase> {
  const template = new URL(process.env.TEST_TEMPLATE_URL ?? '')
  return createDatabase(template, `TEMPLATE ${template.pathname.slice(1)}`)
}

/** A database before the first migration. */
export async function startEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(new URL(process.env.TEST_TEMPLATE_URL ?? ''), 'TEMPLATE template0')
}

async function createDatabase(server: URL, from: string): Promise<TestDatabase> {
  const named = (database: string) => Object.assign(new URL(server), { pathname: database }).href
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    // Nobody may be connected to the database that is copied.
    const client = new pg.Client({ connectionString: named('template1') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name} ${from}`)
  return { url: named(name), stop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) }
}
