/** This process's connection pool. */
import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from '../prisma-client/client'
import { env } from '../runtime/env'
import { failure, log } from '../runtime/log'
import { oncePerProcess } from '../runtime/once-per-process'
import { DATABASE_LIMITS, prepareSession } from './session'

const MAX_CONNECTIONS = 10
/** Shorter than the 5 s that the service waits for a webhook response (N9). */
const CONNECT_TIMEOUT_MS = 4_000
/** Ends waiting for a server that has stopped responding. Longer than the server's own limit, which also cancels the statement. */
const CLIENT_TIMEOUT_MS = 10_000

/** The SQLSTATE of a write to a standby or a read-only server. */
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
    // docs/deploying.md says what to do if your pooler rejects them.
    ...DATABASE_LIMITS,
    onConnect: prepareSession,
  })
  // Without a listener, losing an idle connection would end the process. The next query opens a new connection.
  pool.on('error', (error) => log.warn('database_connection_lost', failure(error)))
  const readOnly = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    // The pool removes its own listener while it hands a connection over.
    client.on('error', () => {})
    client.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === READ_ONLY_TRANSACTION) readOnly.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    // Closes two kinds of connection instead of reusing them:
    // - adapter-pg can release a connection while a statement of its failed transaction still runs. The next user would write into a
    //   transaction that nobody commits.
    // - After a failover, a connection to the old primary stays open but can't write. A new connection reaches the new primary.
    if (!isIdle(client) || readOnly.has(client)) void client.end().catch(() => {})
  })
  // With this, a command exits as soon as it disconnects. Otherwise, idle connections would delay it for ten seconds.
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  return {
    pool,
    client: new PrismaClient({ adapter, transactionOptions: { maxWait: CONNECT_TIMEOUT_MS } }),
  }
}

/** Whether the connection is outside a transaction and runs no statement. */
const isIdle = (client: pg.PoolClient): boolean =>
  client.getTransactionStatus() === 'I' && !('readyForQuery' in client && !client.readyForQuery)

const connection = (): Connection => oncePerProcess('database', connect)

export const db = (): PrismaClient => connection().client

/**
 * The database's time, rounded to milliseconds as the columns are. A stored time may be rounded up, so without this it could look
 * later than `clock_timestamp()`.
 */
export const NOW_AS_STORED = Prisma.sql`clock_timestamp()::timestamptz(3)`

/** Use this time where all instances must agree, even if a machine's clock is wrong. */
export async function databaseTime(tx: DbOrTransaction = db()): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ now: Date }]>`SELECT ${NOW_AS_STORED} AS "now"`
  return row.now
}

/** The use of this process's pool, for the metrics. */
export function poolUse(): { open: number; idle: number; waiting: number; max: number } {
  const { pool } = connection()
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
  return { open, idle, waiting, max: MAX_CONNECTIONS }
}

/** For queries that can run inside or outside a transaction. */
export type DbOrTransaction = Prisma.TransactionClient

/** Call it before locking any of the applicant's inquiries, or two transactions for one applicant could deadlock. */
export const lockApplicant = (applicantHash: string, tx: DbOrTransaction) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${applicantHash}, 0))`
