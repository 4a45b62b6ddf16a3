// One of the two PostgreSQL servers of a replicated pair, from Debian's package.
import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { FOLDER, ProgramPart } from '../load/parts.ts'

const execute = promisify(execFile)
const BIN = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'

/** The app's role, which distinguishes its connections from replication's and this test's. */
export const APP_ROLE = 'app'

/** PostgreSQL refuses to run as root, so root runs it as another user. */
const uid =
  process.getuid?.() === 0
    ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    : undefined

export const isInstalled = () => existsSync(join(BIN, 'pg_basebackup'))

export class PostgresNode {
  readonly #data: string
  /** Outside the data folder, because `copy` overwrites that. */
  readonly #config: string
  readonly #url: string
  readonly #server: ProgramPart

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly otherPort: number,
  ) {
    this.#data = join(FOLDER, name)
    this.#config = join(FOLDER, `${name}.conf`)
    this.#url = `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=disable`
    this.#server = new ProgramPart(
      name,
      () => ({
        command: [join(BIN, 'postgres'), '-D', this.#data, '-c', `config_file=${this.#config}`],
        env: { ...process.env, LC_ALL: 'C' },
        uid,
      }),
      (program) => program.says(/ready to accept (read-only )?connections/),
    )
  }

  async initialise(): Promise<void> {
    this.#emptyData()
    await this.#tool('initdb', '-D', this.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
    this.#configure('')
  }

  /** Resolves when the server accepts connections, as primary or standby. */
  start = () => this.#server.start()

  /** Disconnects every client, and stops when the standby has received everything. */
  stop = () => this.#server.end('SIGINT')

  /** Kills the postmaster, as the kernel's out-of-memory killer would. */
  kill = () => this.#server.signal('SIGKILL')

  promote = () => this.query('SELECT pg_promote()')

  /** Makes commits wait for this standby. */
  waitFor(standby: PostgresNode): void {
    this.#configure(standby.name)
    this.#server.signal('SIGHUP')
  }

  /** Copies the primary's data, so that this server can start as its standby. */
  async copy(primary: PostgresNode): Promise<void> {
    this.#configure('')
    this.#emptyData()
    const source = ['-d', primary.#url, '-c', 'fast', '-X', 'stream']
    await this.#tool('pg_basebackup', '-D', this.#data, ...source)
    writeFileSync(join(this.#data, 'standby.signal'), '')
  }

  /** Counts the app's connections to this server. */
  async countConnections(): Promise<number> {
    const [row] = await this.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE usename = '${APP_ROLE}' AND backend_type = 'client backend'`,
    )
    return row?.n ?? Number.NaN
  }

  /** Queries as superuser, directly instead of through the proxy. */
  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  #configure(standbyName: string): void {
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      primary_conninfo: `host=127.0.0.1 port=${this.otherPort} user=postgres application_name=${this.name}`,
      synchronous_standby_names: standbyName,
    }
    const lines = Object.entries(settings).map(([key, value]) => `${key} = '${value}'\n`)
    writeFileSync(this.#config, [`include '${this.#data}/postgresql.conf'\n`, ...lines].join(''))
  }

  #emptyData(): void {
    rmSync(this.#data, { recursive: true, force: true })
    mkdirSync(this.#data, { mode: 0o700 })
    if (uid !== undefined) chownSync(this.#data, uid, uid)
  }

  async #tool(program: string, ...args: string[]): Promise<void> {
    await execute(join(BIN, program), args, { uid, gid: uid, cwd: FOLDER })
  }
}
