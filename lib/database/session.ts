/** The settings of each connection to PostgreSQL. `npm run doctor` uses them too. */
import pg from 'pg'

/** Time limits in milliseconds that PostgreSQL enforces. As start-up parameters they cost no round trip, but some poolers refuse them. */
export const DATABASE_LIMITS = {
  statement_timeout: 8_000,
  /** A delivery that a lock blocks must fail before the service stops waiting, and before it delays the next batch. */
  lock_timeout: 2_000,
  /** Our longest transaction takes 5 s. A process that hangs in a transaction must not keep its locks. */
  idle_in_transaction_session_timeout: 10_000,
} as const

/**
 * Sets three session settings that a server may override by default:
 * - UTC and ISO dates, because adapter-pg ignores time zones and parses only the ISO form.
 * - Read committed, because a statement that waited for a lock must see what the lock's holder committed.
 *
 * They are statements, not start-up parameters: poolers refuse the parameters but keep the settings.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(
    "SET TIME ZONE 'UTC'; SET datestyle TO 'ISO'; SET default_transaction_isolation TO 'read committed'",
  )
}

const ESCAPES =
  'in the user and the password, write % as %25, # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A'

/** @returns what is wrong with DATABASE_URL, without quoting it; null if nothing is */
export function findUrlProblem(databaseUrl: string): string | null {
  const [, authority = '', rest = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) return 'must be a postgresql:// URL'
  if (databaseUrl.includes('#')) return `contains a #, which ends a URL: ${ESCAPES}`
  // With an unescaped / or ?, the driver would read the start of the password as host and port.
  if (!authority.includes('@') && /^[^=]*@/.test(rest))
    return `has a / or a ? before its @: ${ESCAPES}`
  // In .env, a # in an unquoted password starts a comment, so the rest of the URL is missing.
  if (!/^\/[^?]/.test(rest)) return `names no database after the host; if there is one: ${ESCAPES}`
  try {
    // Parses the URL as the pool does, without connecting.
    new pg.Client({ connectionString: databaseUrl })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      return 'names a certificate or key file that can’t be read: correct sslrootcert, sslcert or sslkey'
    return `can’t be read as a URL: ${ESCAPES}`
  }
  const [, schema = 'public'] = /[?&]schema=([^&]*)/.exec(databaseUrl) ?? []
  if (schema === 'public') return null
  return 'has ?schema=, and the app only uses the schema public: leave it out, or give the app a database of its own'
}

/**
 * Prisma's queries name the schema `public`, and our own SQL uses the search path. Both must find the same tables.
 * @param schema the database's `current_schema()`
 * @returns one line that says what to change; null if nothing
 */
export function explainSchema(schema: string | null): string | null {
  if (schema === 'public') return null
  return `The search_path at DATABASE_URL leads to the schema ${schema ?? '(none)'}, and the app only uses public: run ALTER ROLE … RESET search_path, or give the app a database of its own.`
}

/** Explains a failed connection in one line for the terminal, with PostgreSQL's own reason but without the user's name. */
export function explainConnection(error: unknown, { host, port, user }: pg.Client): string {
  const [said = ''] = error instanceof Error ? error.message.split('\n') : []
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  // For a host name with several addresses, Node throws an AggregateError without a message.
  const reason = (said || code).replaceAll(`"${user}"`, '…')
  const step = error instanceof pg.DatabaseError ? 'correct' : 'start it, or correct'
  return `The database at ${host}:${port} can't be used (${reason}): ${step} DATABASE_URL.`
}

const CONNECT_TIMEOUT_MS = 10_000

/** @returns one line that says why the app can't use the database; null if it can */
export async function findDatabaseProblem(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...DATABASE_LIMITS,
  })
  // Without a listener, a broken connection would end the process. The next query reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`SELECT to_regclass('public."Inquiry"') AS "table"`)
    if (rows[0]?.table !== null) return null
    const { database, host, port } = client
    return `The database ${database} at ${host}:${port} doesn't have the app's tables: run npm run db:migrate, or correct DATABASE_URL.`
  } catch (error) {
    return explainConnection(error, client)
  } finally {
    await client.end().catch(() => {})
  }
}
