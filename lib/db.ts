/** The connection pool of this process. */
import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env } from './env'
import { errorName, log } from './log'
import { type Prisma, PrismaClient } from './prisma-client/client'

const MAX_CONNECTIONS = 10
/** Shorter than the 5 s that a sender of webhooks waits for an answer (N9). */
const CONNECT_TIMEOUT_MS = 4_000
/** Short enough that a delivery blocked by a lock is refused in time, and not together with those behind it. */
const LOCK_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 8_000
/** The longest transaction here has 5 s. A process that hangs in one must not keep its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** For a server that doesn't answer at all. Longer than the server's own limit, which ends the statement as well. */
const CLIENT_TIMEOUT_MS = 10_000

/** SQLSTATE of a write that meets a standby or a read-only server. */
const READ_ONLY_TRANSACTION = '25006'

interface Connection {
  pool: pg.Pool
  client: PrismaClient
}

function connect(): Connection {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CLIENT_TIMEOUT_MS,
    // Enforced by the server. They travel in the start-up message, so they cost no round trip; see docs/operations.md
    // for a pooler that refuses them there.
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  // Without a listener, a connection that breaks while idle would end the process. The next query opens another.
  pool.on('error', (error) => log.warn('database_connection_lost', { error: errorName(error) }))
  const readOnly = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    // The pool's own listener is off while a connection changes hands.
    client.on('error', () => {})
    client.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === READ_ONLY_TRANSACTION) readOnly.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    // adapter-pg returns a connection without saying that its transaction failed. If a statement is still running, the
    // next borrower would write into a transaction that nobody commits.
    // After a failover, a connection to the old primary stays open and can't write: the next one reaches the new primary.
    if (!isIdle(client) || readOnly.has(client)) void client.end().catch(() => {})
  })
  return { pool, client: new PrismaClient({ adapter: new PrismaPg(pool) }) }
}

/** Between two transactions, and with no statement under way. */
const isIdle = (client: pg.PoolClient): boolean =>
  client.getTransactionStatus() === 'I' && !('readyForQuery' in client && !client.readyForQuery)

// Next bundles routes and instrumentation apart and reloads them in development: one pool for all of them.
const shared: { merchantDb?: Connection } = globalThis as { merchantDb?: Connection }

function connection(): Connection {
  shared.merchantDb ??= connect()
  return shared.merchantDb
}

export const db = (): PrismaClient => connection().client

/**
 * Whether a write would be accepted. An update of no row writes nothing, yet PostgreSQL refuses it where it would refuse
 * any other: on a standby, on a read-only server, without the privilege or before the first migration. A full disk is
 * not noticed: that takes a real write, and anyone may ask as often as they like.
 */
export async function acceptsWrites(): Promise<boolean> {
  try {
    await db().$executeRaw`UPDATE "WebhookEvent" SET "id" = "id" WHERE false`
    return true
  } catch {
    return false
  }
}

/**
 * Runs a prepared statement without Prisma's client, for the one path that has to keep up with a burst of deliveries
 * (N8). Everything else goes through {@link db}.
 * @param name of the statement, the same for the same text
 */
export async function queryDirectly<Row extends pg.QueryResultRow>(
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  const result = await connection().pool.query<Row>({ name, text, values })
  return result.rows
}

export type Db = PrismaClient
/** What a query needs: the client, or a transaction of it. */
export type DbOrTransaction = Omit<
  Db,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>
