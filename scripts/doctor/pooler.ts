// Checks that a pooler between the app and PostgreSQL supports what the app relies on.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { DATABASE_LIMITS } from '../../lib/database-session.ts'
import { findPoolerProblem } from '../../lib/pooler.ts'
import { type Finding, right, wrong } from './finding.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** A pool with a single connection to the server only answers the second client once the first is done. */
const QUERY_TIMEOUT_MS = 5_000
const LIMITS = Object.keys(DATABASE_LIMITS)

/** Two clients may or may not share a connection to the server, so it takes a few rounds to see both cases. */
const ROUNDS = 3

const SET_ON_ROLE = LIMITS.map(
  (name) => `ALTER ROLE … SET ${name} = ${DATABASE_LIMITS[name as keyof typeof DATABASE_LIMITS]};`,
).join(' ')
const PREPARED_ADVICE =
  'Each statement of a client may run on a different connection, where it was not prepared. Use PgBouncer 1.21 or newer with max_prepared_statements = 200, or pool_mode = session (docs/operations.md, Connections to PostgreSQL).'

/** Connects as the app does. */
export async function checkPooler(url: string): Promise<Finding[]> {
  const clients = [connection(url), connection(url)] as const
  try {
    for (const client of clients) await client.connect()
    await checkTransaction(clients[0])
    await checkPreparedStatements(clients)
    const problem = await findPoolerProblem(url)
    if (problem !== null) return [wrong('The app refuses to start with this database', problem)]
    return [await checkLimits(clients[0])]
  } catch (error) {
    const finding = explain(error)
    if (finding === null) throw error
    return [finding]
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

function connection(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    ...DATABASE_LIMITS,
  })
  // The next query reports a connection that breaks.
  client.on('error', () => {})
  return client
}

async function checkTransaction(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  await client.query('SELECT 1')
  await client.query('COMMIT')
}

class MixedUpError extends Error {}

/** Each connection prepares a different statement under the same name, as two instances of the app do. */
async function checkPreparedStatements([one, other]: readonly [pg.Client, pg.Client]) {
  for (let round = 0; round < ROUNDS; round++) {
    const name = `doctor_${randomUUID()}`
    const ask = async (client: pg.Client, answer: number) => {
      const { rows } = await client.query<{ answer: number }>({
        name,
        text: `SELECT ${answer} AS answer`,
      })
      if (rows[0]?.answer !== answer) throw new MixedUpError()
    }
    await ask(one, 1)
    await ask(other, 2)
    await ask(one, 1)
    await ask(other, 2)
  }
}

/** A pooler that ignores the parameters leaves a connection without limits, unless the role has them. */
async function checkLimits(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = '0' ORDER BY name`,
    [LIMITS],
  )
  if (rows.length === 0)
    return right('The database accepts transactions, prepared statements and limits')
  return wrong(
    `The database doesn't enforce ${rows.map(({ name }) => name).join(', ')}`,
    `The pooler ignores the parameters, so a locked row could hold up every delivery. Set them on the app's role: ${SET_ON_ROLE}`,
  )
}

/** PgBouncer uses one error code for everything, so the messages have to be matched. */
function explain(error: unknown): Finding | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? error.code : undefined
  const refused = /unsupported startup parameter:? "?(\w+)/.exec(error.message)?.[1]
  if (refused)
    return wrong(
      `The pooler refuses the start-up parameter ${refused}, so the app cannot connect`,
      `In pgbouncer.ini: ignore_startup_parameters = ${LIMITS.join(',')}. Then set them on the app's role: ${SET_ON_ROLE}`,
    )
  if (/statement pooling/.test(error.message))
    return wrong(
      'The pooler allows no transactions (pool_mode = statement)',
      'In pgbouncer.ini: pool_mode = transaction.',
    )
  // invalid_sql_statement_name, duplicate_prepared_statement
  if (error instanceof MixedUpError || code === '26000' || code === '42P05')
    return wrong("The pooler mixes up the clients' prepared statements", PREPARED_ADVICE)
  return null
}
