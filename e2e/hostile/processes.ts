// The processes of a hostile story: a real PostgreSQL, and the built app with its own database.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { EXAMPLE, ROOT } from '../fixtures/environment'
import { findFreePorts } from '../fixtures/free-ports'
import { EXIT_WITH_PARENT } from '../fixtures/stack'

type Environment = Record<string, string>

const TSX = ['--import', 'tsx']
const SERVER_TSX = ['--conditions=react-server', ...TSX]

class Process {
  output = ''
  readonly #child: ChildProcess

  constructor(args: string[], env: Environment) {
    this.#child = spawn(process.execPath, [`--import=${EXIT_WITH_PARENT}`, ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...env, NODE_ENV: 'production', SUPERVISED: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In its own process group, which ends with this process.
      detached: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => {
        this.output += chunk
      })
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`Not started:\n${this.output}`)
    return this.#child.pid
  }

  /** @throws an error with its output if it ends first */
  async prints(line: RegExp): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = () => line.test(this.output) && resolve()
      this.#child.stdout?.on('data', look)
      this.#child.once('close', () => reject(new Error(`The process ended:\n${this.output}`)))
      look()
    })
  }

  /** @throws an error with its output unless it exits with 0 */
  async succeeds(): Promise<void> {
    await this.#ended()
    if (this.#child.exitCode !== 0) throw new Error(`The process failed:\n${this.output}`)
  }

  /** Does nothing if the process has ended. */
  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async stop(): Promise<void> {
    this.signal('SIGTERM')
    await this.#ended()
  }

  async #ended(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await once(this.#child, 'close')
  }
}

/** A real server, because the embedded one runs transactions one at a time, so its rows are never locked for long. */
export class Postgres {
  private constructor(
    private readonly server: Process,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  /** Starts it with a migrated database, containing the demo's staff, that each story gets a copy of. */
  static async start(): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
    // If we're root, the server runs as another user, who needs access.
    chmodSync(folder, 0o755)
    const [port = 0] = await findFreePorts(1)
    const env = { DATABASE_PORT: `${port}`, DATA_DIR: folder }
    const postgres = new Postgres(
      new Process([...TSX, 'scripts/database/real-postgres.ts'], env),
      port,
      folder,
    )
    try {
      await postgres.server.prints(/^postgres ready on /m)
      const database = { DATABASE_URL: postgres.#url('postgres') }
      await new Process([...TSX, 'scripts/database/migrate.ts'], database).succeeds()
      await new Process([...SERVER_TSX, 'prisma/seed.ts'], database).succeeds()
    } catch (error) {
      await postgres.stop()
      throw error
    }
    return postgres
  }

  /** @returns the URL of a fresh database */
  async createDatabase(): Promise<string> {
    const name = `hostile_${randomUUID().replaceAll('-', '')}`
    const client = new pg.Client({ connectionString: this.#url('template1') })
    await client.connect()
    await client.query(`CREATE DATABASE ${name} TEMPLATE postgres`)
    await client.end()
    return this.#url(name)
  }

  async stop(): Promise<void> {
    await this.server.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #url(database: string): string {
    return `postgresql://postgres:postgres@127.0.0.1:${this.port}/${database}?sslmode=disable`
  }
}

/** The app's secrets are published, so other machines mustn't reach it. */
const LOOPBACK = '127.0.0.1'

/** The built app, as `next start` runs it. */
export class App {
  readonly webhookSecret = EXAMPLE.VERIFICATION_WEBHOOK_SECRET ?? ''
  /** For inspecting what the app has stored, and for getting in its way. */
  readonly database: pg.Pool

  private constructor(
    readonly appUrl: string,
    private readonly process: Process,
    databaseUrl: string,
  ) {
    this.database = new pg.Pool({ connectionString: databaseUrl, max: 3 })
  }

  static async start(databaseUrl: string, serviceUrl: string, env: Environment): Promise<App> {
    const [port = 0] = await findFreePorts(1)
    const appUrl = `http://localhost:${port}`
    const next = ['node_modules/next/dist/bin/next', 'start', '-p', `${port}`, '-H', LOOPBACK]
    const process = new Process(next, {
      ...EXAMPLE,
      HOSTNAME: LOOPBACK,
      DATABASE_URL: databaseUrl,
      VERIFICATION_BASE_URL: serviceUrl,
      VERIFICATION_SDK_URL: `${serviceUrl}/sdk.js`,
      VERIFICATION_ARTIFACT_ORIGINS: serviceUrl,
      NEXTAUTH_URL: appUrl,
      OPENS_PER_ADDRESS_AND_HOUR: '100000',
      ...env,
    })
    await process.prints(/Ready in/)
    return new App(appUrl, process, databaseUrl)
  }

  /** Everything logged so far. */
  get log(): string {
    return this.process.output
  }

  /** What an operator would scrape. */
  async metrics(): Promise<string> {
    const headers = { authorization: `Bearer ${EXAMPLE.CRON_SECRET}` }
    return (await fetch(`${this.appUrl}/api/metrics`, { headers })).text()
  }

  /** Peak memory in bytes; null if the system doesn't report it. */
  peakMemoryBytes(): number | null {
    const file = `/proc/${this.process.pid}/status`
    if (!existsSync(file)) return null
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]
    return kib === undefined ? null : Number(kib) * 1024
  }

  /** CPU time in milliseconds, which a busy machine doesn't change; null if the system doesn't report it. */
  cpuMs(): number | null {
    const file = `/proc/${this.process.pid}/stat`
    if (!existsSync(file)) return null
    // User and system time, in ticks of ten milliseconds, after the name in parentheses.
    const [userTicks, systemTicks] = readFileSync(file, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
    return (Number(userTicks) + Number(systemTicks)) * 10
  }

  /** Freezes the app, as a serverless platform does between requests: no timer fires, and nothing is received. */
  freeze(): void {
    this.process.signal('SIGSTOP')
  }

  thaw(): void {
    this.process.signal('SIGCONT')
  }

  /** Sends SIGTERM, as a release does. Resolves when the process has ended. */
  terminate(): Promise<void> {
    return this.process.stop()
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.process.stop()
    await this.database.end()
  }
}
