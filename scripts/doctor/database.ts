// Checks the database as the app uses it. It recommends no setting that the app's own sessions already set.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { prepareSession } from '../../lib/database-session.ts'
import { isLoopback } from '../../lib/local-host.ts'
import { readMigrations } from '../migrate.ts'
import { clockProblem, reasonOf } from './network.ts'

const TIMEOUT_MS = 5_000
const SCHEMA = join(import.meta.dirname, '../../prisma/schema.prisma')

const FIXES: Readonly<Record<string, string>> = {
  '28P01': 'User or password in DATABASE_URL is wrong.',
  '28000': 'The server refuses this user or requires TLS: check DATABASE_URL and pg_hba.conf.',
  '3D000': 'The server has no database of this name: create it, or correct DATABASE_URL.',
  ENOTFOUND: 'The host in DATABASE_URL can’t be resolved: check for a typo.',
  ECONNREFUSED: 'Nothing listens there: start the server, or correct DATABASE_URL.',
}

interface Starts {
  startsDatabase: boolean
  startsSandbox: boolean
}

export async function checkDatabase(url: string, starts: Starts): Promise<string[]> {
  const client = clientFor(url)
  if (client === null)
    return [
      'The driver can’t read DATABASE_URL. Percent-encode special characters in the password: # is %23, / is %2F, @ is %40.',
    ]
  // The next query reports a connection that breaks.
  client.on('error', () => {})
  const where = `The database at ${client.host}:${client.port}`
  try {
    await client.connect()
    await prepareSession(client)
  } catch (error) {
    const reason = reasonOf(error)
    const fix = starts.startsDatabase
      ? 'Start it with `npm run dev` or `npm run demo` in another terminal.'
      : (FIXES[reason] ?? 'Check DATABASE_URL, the server, its certificate and the network.')
    return [`${where} can’t be used (${reason}). ${fix}`]
  }
  try {
    const problems = [checkTransport(client, where), await checkClock(client)]
    const migrations = await checkMigrations(client)
    // Without its tables, the rest would only repeat this.
    if (migrations) problems.push(migrations)
    else problems.push(await checkWrites(client))
    return problems.filter((each) => each !== null)
  } finally {
    await client.end().catch(() => {})
  }
}

function clientFor(connectionString: string): pg.Client | null {
  try {
    const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }
    return new pg.Client({ connectionString, ...timeouts })
  } catch {
    return null
  }
}

function checkTransport({ host, connection }: pg.Client, where: string): string | null {
  // A path is a Unix socket.
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

async function checkMigrations(client: pg.Client): Promise<string | null> {
  const table = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  )
  const { rows: applied } = table.rows[0]?.exists
    ? await client.query<{ name: string; checksum: string }>(
        `SELECT migration_name AS name, checksum FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
      )
    : { rows: [] }
  const ours = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  const others = applied.filter(({ name, checksum }) => ours.get(name) !== checksum)
  if (others.length > 0)
    return `The database has migrations of another version: ${others.map(({ name }) => name).join(', ')}. Deploy that version here too; if it is a demo, start over with --reset.`
  for (const { name } of applied) ours.delete(name)
  const pending = [...ours.keys()].join(', ')
  return pending === '' ? null : `Migrations are pending: ${pending}. Run: npm run db:migrate`
}

async function checkWrites(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('default_transaction_read_only')::boolean AS "readOnly"`,
  )
  if (rows[0]?.standby)
    return 'The database is a standby, which refuses every write. Point DATABASE_URL at the primary, or at an address that follows it after a failover.'
  if (rows[0]?.readOnly)
    return 'The database is read-only (default_transaction_read_only is on). Find out who set it and why (a full disk, a migration), then reset it at the same level: ALTER SYSTEM, ALTER DATABASE … or ALTER ROLE … RESET default_transaction_read_only;'
  const models = readFileSync(SCHEMA, 'utf8').matchAll(/^model (\w+)/gm)
  // The audit trail is never changed.
  const lacking = await client.query<{ what: string }>(
    `SELECT c.relname || ' (' || string_agg(p.name, ', ' ORDER BY p.name) || ')' AS what
    FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p(name)
    WHERE c.relname = ANY($1) AND c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
      AND NOT has_table_privilege(c.oid, p.name) AND NOT (c.relname = 'AuditEntry' AND p.name = 'UPDATE')
    GROUP BY c.relname ORDER BY c.relname`,
    [Array.from(models, ([, name]) => name)],
  )
  if (lacking.rows.length === 0) return null
  return `The role in DATABASE_URL lacks privileges on ${lacking.rows.map(({ what }) => what).join(', ')}. As the owner of the tables: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA … TO that role.`
}
