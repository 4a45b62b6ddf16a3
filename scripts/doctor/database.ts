// Checks the database as the app uses it. Recommends no setting that the app already sets in its own sessions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { DATABASE_LIMITS, prepareSession } from '../../lib/database/session.ts'
import { isLoopback } from '../../lib/http/local-host.ts'
import { findProblems } from '../../lib/inquiries/conditions.ts'
import { findPending, readMigrations } from '../migrate.ts'
import { CommandError } from '../settings.ts'
import { clockProblem, reasonOf } from './network.ts'

const TIMEOUT_MS = 10_000
const SCHEMA = join(import.meta.dirname, '../../prisma/schema.prisma')

/** How long to let the test write run before looking for whoever blocks it. */
const BLOCKED_MS = 1_000
const LOCK_TIMEOUT = '55P03'

/** @param notes collects facts worth knowing that aren't problems */
export async function checkDatabase(url: string, notes: Set<string>): Promise<string[]> {
  const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }
  const settings = { connectionString: url, ...timeouts, ...DATABASE_LIMITS }
  const client = new pg.Client(settings)
  /** Finds the blocking sessions while `client` waits for a lock. */
  const watcher = new pg.Client(settings)
  // Without a listener, a broken connection would end the process. The next query reports it.
  for (const each of [client, watcher]) each.on('error', () => {})
  const where = `The database at ${client.host}:${client.port}`
  try {
    await client.connect()
    await prepareSession(client)
    await watcher.connect()
  } catch (error) {
    const reason = reasonOf(error)
    const fix = /startup parameter/.test(reason)
      ? 'Set up the pooler as docs/deploying.md says'
      : /too many (clients|connections)|connection slots/.test(reason)
        ? 'Free a connection, or raise the limit of the server or the role'
        : 'Start the server, or correct DATABASE_URL'
    // If only the second connection failed, the first would keep this process alive.
    await Promise.allSettled([client.end(), watcher.end()])
    return [`${where} can’t be used: ${reason}. ${fix}.`]
  }
  try {
    const problems = [
      checkTransport(client, where),
      await checkClock(client),
      await checkLimits(client),
    ].filter((each) => each !== null)
    // Without the tables, the next checks would only repeat this problem.
    const migrations = await checkMigrations(client)
    if (migrations !== null) return [...problems, migrations]
    const writing = checkWrites(client)
    await Promise.race([writing, sleep(BLOCKED_MS)])
    const blockers = await findBlockers(watcher)
    const refusal = await writing
    if (blockers.length > 0) return [...problems, ...blockers]
    if (refusal !== null) return [...problems, refusal]
    return [...problems, ...(await checkRecords(client, notes))]
  } finally {
    await Promise.allSettled([client.end(), watcher.end()])
  }
}

/** Who keeps others waiting. Never quotes a query, because it may contain data. */
async function findBlockers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ pid: number; app: string; s: number; blocked: string }>(
    `SELECT blocker."pid", blocker."application_name" AS "app", string_agg(DISTINCT blocked."pid"::text, ', ') AS "blocked",
      extract(epoch FROM clock_timestamp() - blocker."xact_start")::int AS "s"
    FROM pg_stat_activity AS blocked, unnest(pg_blocking_pids(blocked."pid")) AS by
      JOIN pg_stat_activity AS blocker ON blocker."pid" = by
    WHERE blocked."datname" = current_database() AND blocked."query_start" < clock_timestamp() - interval '0.5 s'
    GROUP BY blocker."pid", "app", "s"`,
  )
  return rows.map(
    ({ pid, app, s, blocked }) =>
      `The session ${pid} (application_name ${app || 'not set'}, in its transaction for ${s ?? 'unknown'} s) holds a lock that ${blocked} wait for. Let its owner end it, or run: SELECT pg_terminate_backend(${pid})`,
  )
}

/** What the app has noted about the service, the deliveries and the accounts. */
async function checkRecords(client: pg.Client, notes: Set<string>): Promise<string[]> {
  const { rows } = await client.query<{ minutes: number | null }>(
    'SELECT extract(epoch FROM clock_timestamp() - max("arrivedAt"))::int / 60 AS "minutes" FROM "WebhookEvent"',
  )
  const minutes = rows[0]?.minutes ?? null
  notes.add(
    minutes === null
      ? 'No event of the service has arrived yet.'
      : `The last event of the service arrived ${minutes} min ago.`,
  )
  const found = await findProblems(async ({ text, values }) => {
    const { rows: findings } = await client.query({ text, values })
    return findings
  })
  for (const { text } of found.filter(({ isWarning }) => isWarning)) notes.add(text)
  return found.filter(({ isWarning }) => !isWarning).map(({ text }) => text)
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

/** Writes no row, but fails on a read-only server, a missing right and a lock. It can't see a full disk. */
async function checkWrites(client: pg.Client): Promise<string | null> {
  const models = readFileSync(SCHEMA, 'utf8').matchAll(/^model (\w+)/gm)
  const writes = Array.from(models, ([, name]) => [
    `INSERT INTO "${name}" SELECT * FROM "${name}" WHERE false`,
    // The app never updates the audit trail, so its role may lack that right.
    ...(name === 'AuditEntry' ? [] : [`SELECT FROM "${name}" WHERE false FOR UPDATE`]),
    `DELETE FROM "${name}" WHERE false`,
  ]).flat()
  try {
    await client.query(writes.join(';'))
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT)
      return 'Another session locks a table of the app (55P03), and has just ended or can’t be seen by this role. Run the doctor again.'
    return `The database refuses to write: ${error instanceof Error ? error.message : ''}. Point DATABASE_URL at the primary; reset default_transaction_read_only if somebody has set it; or as the owner of the tables, GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public to the role.`
  }
}
