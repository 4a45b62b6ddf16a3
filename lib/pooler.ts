/**
 * Whether the app works with the pooler in front of PostgreSQL, and with the role's settings. In transaction mode, consecutive
 * statements of one connection can reach different server connections, and before PgBouncer 1.21 a prepared statement exists
 * on only one of them.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { DATABASE_LIMITS, explainSchema, prepareSession } from './database-session'

const CONNECT_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 2_000
/** A pooler usually reuses the server connection that it used last, but may rotate them. */
const TURNS = 3

/** The statement was already prepared here by the other client, or it was prepared on another connection. */
const LOSES_STATEMENTS = ['42P05', '26000']
const REFUSED_PARAMETER = /unsupported startup parameter:? (\w+)/

const LIMITS = Object.keys(DATABASE_LIMITS).join(',')
/** The statement that both clients prepare. */
const SETTINGS = `SELECT current_setting('TimeZone') AS "zone", current_setting('transaction_isolation') AS "isolation",
  current_schema() AS "schema"`

const CURE = 'docs/operations.md, "PostgreSQL"'

/**
 * @returns one line that says what to set, or null. Also null if the database doesn't answer or refuses for another reason,
 *   because that says nothing about the pooler.
 */
export async function findPoolerProblem(databaseUrl: string): Promise<string | null> {
  const clients = [connectTo(databaseUrl), connectTo(databaseUrl)]
  try {
    for (const client of clients) {
      await client.connect()
      await prepareSession(client)
    }
    const statement = { name: `probe_${randomUUID()}`, text: SETTINGS }
    // Both stay connected and take turns: if the pooler gives each its own server connection at first, it swaps them later.
    for (let turn = 0; turn < TURNS; turn++)
      for (const client of clients) {
        const { rows } = await client.query<Settings>(statement)
        const problem = rows[0] ? explainSettings(rows[0]) : null
        if (problem) return problem
      }
    return null
  } catch (error) {
    return error instanceof pg.DatabaseError ? explain(error) : null
  } finally {
    for (const client of clients) client.end().catch(() => {})
  }
}

function connectTo(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    ...DATABASE_LIMITS,
  })
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {})
  return client
}

interface Settings {
  zone: string
  isolation: string
  schema: string | null
}

function explainSettings({ zone, isolation, schema }: Settings): string | null {
  if (zone !== 'UTC')
    return `The pooler at DATABASE_URL doesn't keep a connection's time zone, which must be UTC and is ${zone}: run ALTER ROLE … SET timezone = 'UTC' (${CURE}).`
  if (isolation !== 'read committed')
    return `Transactions at DATABASE_URL are ${isolation} by default, and the app's locks need read committed: run ALTER ROLE … SET default_transaction_isolation = 'read committed' (${CURE}).`
  return explainSchema(schema)
}

function explain({ code, message }: pg.DatabaseError): string | null {
  const [, parameter] = REFUSED_PARAMETER.exec(message) ?? []
  if (parameter)
    return `The pooler at DATABASE_URL refuses the start-up parameter ${parameter}: set ignore_startup_parameters = ${LIMITS} in pgbouncer.ini, and these limits on the role (${CURE}).`
  if (LOSES_STATEMENTS.includes(code ?? ''))
    return `The pooler at DATABASE_URL loses prepared statements between transactions (${code}): use PgBouncer 1.21 or newer with max_prepared_statements = 200, or pool_mode = session (${CURE}).`
  return null
}
