// Checks the database: the app can reach it, it is migrated, unchanged since then and writable, its clock is right, and with
// the real service it has no demo staff. The app's records in it also show problems with the service.
import pg from 'pg'
import { readMigrations } from '../database/schema-engine.ts'
import { attempt } from './attempt.ts'
import { clockFinding } from './clock.ts'
import { type Finding, right, wrong } from './finding.ts'
import { checkPooler } from './pooler.ts'
import { checkDeliveries, checkPause } from './records.ts'
import { checkSchema } from './schema.ts'
import { checkTransport } from './transport.ts'
import { checkWrites } from './writes.ts'

const CONNECT_TIMEOUT_MS = 5_000

interface DatabaseFacts {
  url: string
  /** Whether it is the one that the demo starts. */
  embedded: boolean
  usesSandbox: boolean
}

export async function checkDatabase(facts: DatabaseFacts): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: facts.url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // The next query reports a connection that breaks.
  client.on('error', () => {})
  const { host } = new URL(facts.url)
  try {
    await client.connect()
  } catch (error) {
    return [
      wrong(
        `The database at ${host} cannot be used (${codeOf(error)})`,
        facts.embedded
          ? 'Start it with `npm run dev` in another terminal.'
          : adviceFor(codeOf(error)),
      ),
    ]
  }
  try {
    return [
      right(`The database at ${host} answers`),
      ...checkTransport(client, facts.url),
      ...(await examineDatabase(client, facts)),
    ]
  } finally {
    await client.end()
  }
}

async function examineDatabase(client: pg.Client, facts: DatabaseFacts): Promise<Finding[]> {
  // The embedded database has no limits and no pooler in front of it.
  const pooler = facts.embedded ? [] : await attempt('The pooler', () => checkPooler(facts.url))
  const migrations = await attempt('Migrations', async () => [await checkMigrations(client)])
  const findings = [
    ...pooler,
    ...migrations,
    ...(await attempt('The clock of the database', async () => [await checkClock(client)])),
  ]
  // Otherwise the following checks would only repeat the same problem.
  const isSound = [...pooler, ...migrations].every(({ verdict }) => verdict === 'right')
  if (!isSound) return findings
  findings.push(
    ...(await attempt('The tables', async () => [await checkSchema(facts.url)])),
    ...(await attempt('Writing', async () => [await checkWrites(client)])),
    ...(await attempt('The pause of calls', async () => [await checkPause(client)])),
    ...(await attempt('Deliveries', async () => [await checkDeliveries(client)])),
  )
  if (!facts.usesSandbox) findings.push(...(await attempt('Staff', () => checkStaff(client))))
  return findings
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  return 'code' in error ? String(error.code) : error.message
}

function adviceFor(code: string): string {
  const causes: Readonly<Record<string, string>> = {
    '28P01': 'User or password in DATABASE_URL is wrong.',
    '28000':
      'The server refuses this user or requires TLS: check DATABASE_URL and the server’s rules (pg_hba.conf).',
    '3D000': 'The server has no database of this name: create it, or correct DATABASE_URL.',
    ENOTFOUND: 'The host in DATABASE_URL can’t be resolved: check for a typo.',
    ECONNREFUSED:
      'Nothing listens there: start the server, or correct the host and port in DATABASE_URL.',
  }
  if (/SSL|certificate|self-signed/i.test(code))
    return 'TLS to the database fails: check sslmode and sslrootcert in DATABASE_URL, and the server’s certificate.'
  return causes[code] ?? 'Check DATABASE_URL, the server and the network.'
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const wanted = readMigrations().migrationDirectories.map(({ path }) => path)
  const applied = await appliedMigrations(client)
  const pending = wanted.filter((name) => !applied.includes(name))
  const unknown = applied.filter((name) => !wanted.includes(name))
  if (pending.length > 0)
    return wrong(`Migrations are pending: ${pending.join(', ')}`, 'Run: npm run db:migrate')
  if (unknown.length > 0)
    return wrong(
      `The database is ahead of this checkout: ${unknown.join(', ')}`,
      'A newer version migrated it: deploy that version here too.',
    )
  return right('Every migration is applied')
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const table = await client.query<{ name: string | null }>(
    `SELECT to_regclass('_prisma_migrations')::text AS name`,
  )
  if (!table.rows[0]?.name) return []
  const { rows } = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return rows.map((row) => row.migration_name)
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const askedAtMs = Date.now()
  const { rows } = await client.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  const midwayMs = (askedAtMs + Date.now()) / 2
  return clockFinding('The clock of the database', (rows[0]?.ms ?? midwayMs) - midwayMs)
}

/** The demo's staff have a published password. Their domain is reserved (RFC 2606), so this can't match a real person. */
async function checkStaff(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ email: string; demo: boolean }>(
    `SELECT email, email LIKE '%@example.com' AS demo FROM "User" WHERE active`,
  )
  const demo = rows.filter((row) => row.demo).map(({ email }) => email)
  if (demo.length > 0)
    return [
      wrong(
        `The demo's staff can sign in: ${demo.join(', ')}`,
        'Their password is published: deactivate them at /admin/staff.',
      ),
    ]
  return rows.length > 0
    ? [right("Staff are invited, and none are the demo's")]
    : [
        wrong(
          'Nobody can sign in as staff',
          'Invite the first admin: npm run staff:invite -- <email> <name>',
        ),
      ]
}
