// The built app of a hostile story, and what the operating system reports about its process.
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { EXAMPLE } from '../fixtures/environment'
import { findFreePorts } from '../fixtures/free-ports'
import { type Environment, Process } from '../fixtures/process'

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

  /** CPU time in milliseconds, which a busy machine doesn't inflate; null if the system doesn't report it. */
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
