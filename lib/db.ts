/** The one connection pool of this process. */
import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import { env } from './env'
import { PrismaClient } from './prisma-client/client'

const MAX_CONNECTIONS = 10
/** A webhook must be answered within five seconds (N9), also when the database is away. */
const CONNECT_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 10_000

function connect(): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: env().DATABASE_URL,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
  })
  return new PrismaClient({ adapter })
}

// Next bundles routes and instrumentation apart and reloads them in development: one pool for all of them.
const shared: { merchantDb?: PrismaClient } = globalThis as { merchantDb?: PrismaClient }

export function db(): PrismaClient {
  shared.merchantDb ??= connect()
  return shared.merchantDb
}

export type Db = PrismaClient
/** What a query needs: the client, or a transaction of it. */
export type DbOrTransaction = Omit<
  Db,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>
