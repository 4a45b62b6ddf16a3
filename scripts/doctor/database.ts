// Checks the database as the app uses it. Recommends no setting that the app already sets in its own sessions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { DATABASE_LIMITS, prepareSession } from '../../lib/database/session.ts'
import { isLoopback } from '../../lib/http/local-host.ts'
import { findPending, readMigrations } from '../migrate.ts'
import { CommandError } from '../settings.ts'
import { clockProblem, reasonOf } from './network.ts'

const TIMEOUT_MS = 10_000
const SCHEMA = join(import.meta.dirname, '../../prisma/schema.prisma')

export async function checkDatabase(url: string): Promise<string[]> {
  const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }
  const client = new pg.Client({ connectionString: url, ...timeouts, ...DATABASE_LIMITS })
  // Without a listener, a broken connection would end the process. The next query reports it.
  client.on('error', () => {})
  const where = `The database at ${client.host}:${client.port}`
  try {
    await client.connect()
    await prepareSession(client)
  } catch (error) {
    const reason = reasonOf(error)
    const fix = /startup parameter/.test(reason)
      ? 'Set up the pooler as docs/deploying.md says'
      : 'Start the server, or correct DATABASE_URL'
    return [`${where} can’t be used: ${reason}. ${fix}.`]
  }
  try {
    const problems = [
      checkTransport(client, where),
      await checkClock(client),
      await checkLimits(client),
      // Without the tables, the write check would only repeat this problem.
      (await checkMigrations(client)) ?? (await checkWrites(client)),
    ]
    return problems.filter((each) => each !== null)
  } finally {
    await client.end().catch(() => {})
  }
}

function checkTransport({ host, connection }: pg.Client, where: string): string | null {
  // A path means a Unix socket.
  if (host.startsWith('/') || isLoopback(host)) return null
  const isEncrypted = connection.stream instanceof TLSSocket
  if (isEncrypted && connection.stream.authorized) return null
  return `${where} is reached ${isEncrypted ? 'without verifying its certificate' : 'without encryption'}. Set sslmode=verify-full in DATABASE_URL, and sslrootcert to the CA certificate if it isn’t publicly trusted.`
}

async function checkClock(client: pg.Client): Promise<string | null> {
  const askedAtMs = Date.now()
  const { rows } = await client.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  const midwayMs = (askedAtMs + Date.now()) / 2
  return clockProblem('The clock of the database', (rows[0]?.ms ?? midwayMs) - midwayMs)
}

/** A pooler may ignore the app's limits, and DATABASE_URL may override them. */
async function checkLimits(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(DATABASE_LIMITS)],
  )
  const wanted: Record<string, number> = DATABASE_LIMITS
  const missing = rows.filter(({ name, setting }) => Number(setting) !== wanted[name])
  if (missing.length === 0) return null
  const settings = missing.map(({ name }) => `${name} = ${wanted[name]}`).sort()
  return `The app’s limits aren’t in force, so a locked row can hold up every delivery. Set ${settings.join(', ')} with ALTER ROLE, if a pooler ignores them (docs/deploying.md), or remove them from DATABASE_URL.`
}

async function checkMigrations(client: pg.Client): Promise<string | null> {
  try {
    const pending = await findPending(client, readMigrations())
    if (pending.length === 0) return null
    return `Migrations are pending: ${pending.map(({ name }) => name).join(', ')}. Run: npm run db:migrate`
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
}

/**
 * Writes no row. A read-only server, or a role without the right, refuses this statement too. The app never updates the audit
 * trail.
 */
async function checkWrites(client: pg.Client): Promise<string | null> {
  const models = readFileSync(SCHEMA, 'utf8').matchAll(/^model (\w+)/gm)
  const writes = Array.from(models, ([, name]) => [
    `INSERT INTO "${name}" SELECT * FROM "${name}" WHERE false`,
    ...(name === 'AuditEntry' ? [] : [`SELECT FROM "${name}" WHERE false FOR UPDATE`]),
    `DELETE FROM "${name}" WHERE false`,
  ]).flat()
  try {
    await client.query(writes.join(';'))
    return null
  } catch (error) {
    return `The database refuses to write: ${error instanceof Error ? error.message : ''}. Point DATABASE_URL at the primary; reset default_transaction_read_only if somebody has set it; or as the owner of the tables, GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public to the role.`
  }
}
