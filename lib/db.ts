/** The one connection pool of this process. */
import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env } from './env'
import { errorName, log } from './log'
import { type Prisma, PrismaClient } from './prisma-client/client'

const MAX_CONNECTIONS = 10
/** No longer than a webhook may wait for its answer (N9). */
const CONNECT_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 10_000

interface Connection {
  pool: pg.Pool
  client: PrismaClient
}

function connect(): Connection {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
  })
  // A connection that breaks while idle is replaced by the next query; unheard, the event would end the process.
  pool.on('error', (error) => log.warn('database_connection_lost', { error: errorName(error) }))
  // Nor does anybody listen in the moment between the pool and who borrows a connection or gives a broken one back.
  pool.on('connect', (client) => client.on('error', () => {}))
  // A statement that was given up goes on at the server, and its transaction with it: whoever gets the connection next
  // would be told of what is stored, and nobody would ever commit it.
  pool.on('release', (_error, client) => {
    if (!isIdle(client)) void client.end().catch(() => {})
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
 * Runs a statement past Prisma's client, planned once for each connection: for the one path that has to keep up with a
 * burst of deliveries (N8). Everything else goes through {@link db}.
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
