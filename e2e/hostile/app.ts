// The built app of a hostile story, and what the system says about its process.
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { EXAMPLE } from '../fixtures/environment'
import { findFreePorts } from '../fixtures/free-ports'
import { type Environment, Process } from '../fixtures/process'

/** The secrets are published ones, so others mustn't reach the app. */
const LOOPBACK = '127.0.0.1'

/** The built app, as `next start` runs it. */
export class App {
  readonly webhookSecret = EXAMPLE.VERIFICATION_WEBHOOK_SECRET ?? ''
  /** For looking at what the app remembers, and for standing in its way. */
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

  /** What it has logged so far. */
  get log(): string {
    return this.process.output
  }

  /** As an operator scrapes it. */
  async metrics(): Promise<string> {
    const headers = { authorization: `Bearer ${EXAMPLE.CRON_SECRET}` }
    return (await fetch(`${this.appUrl}/api/metrics`, { headers })).text()
  }

  /** The most memory that it has ever held, in bytes; null where the system doesn't tell. */
  peakMemoryBytes(): number | null {
    const file = `/proc/${this.process.pid}/status`
    if (!existsSync(file)) return null
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]
    return kib === undefined ? null : Number(kib) * 1024
  }

  /** The processor time that it has used, in milliseconds: the same on a busy machine. Null where the system doesn't tell. */
  cpuMs(): number | null {
    const file = `/proc/${this.process.pid}/stat`
    if (!existsSync(file)) return null
    // User and system time, in ticks of ten milliseconds, after the name in brackets.
    const [userTicks, systemTicks] = readFileSync(file, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
    return (Number(userTicks) + Number(systemTicks)) * 10
  }

  /** As a serverless platform does between requests: no timer fires, and nothing is received. */
  freeze(): void {
    this.process.signal('SIGSTOP')
  }

  thaw(): void {
    this.process.signal('SIGCONT')
  }

  /** SIGTERM, as before a release. Resolves when the process has ended. */
  terminate(): Promise<void> {
    return this.process.stop()
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.process.stop()
    await this.database.end()
  }
}
