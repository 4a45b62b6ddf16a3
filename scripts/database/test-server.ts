// One PostgreSQL server for a run of all tests: each file gets a copy of a migrated database, which is faster than starting
// PGlite for each. A run of selected files uses PGlite, which is ready sooner.
import pg from 'pg'
import { startOwnTestServer } from './real-test-database.ts'

const TEMPLATE = 'migrated'

export default async function startTestServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL || process.env.TEST_ALL !== '1') return undefined
  const server = await startOwnTestServer()
  const client = new pg.Client({
    connectionString: Object.assign(new URL(server.url), { pathname: '/template1' }).href,
  })
  await client.connect()
  // A database can only be copied while no client is connected to it.
  await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE postgres`)
  await client.end()
  process.env.TEST_POSTGRES_URL = Object.assign(new URL(server.url), { pathname: TEMPLATE }).href
  return () => server.stop()
}
