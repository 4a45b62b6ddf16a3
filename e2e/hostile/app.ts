// The built app as a process of its own, with its own database and the service of a story.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../scripts/migrate'
import { findFreePort } from '../../scripts/ports'
import { Program } from '../../scripts/program'
import { ROOT } from '../../scripts/settings'
import { EXAMPLE, environment } from '../fixtures/environment'

const NEXT = join(ROOT, 'node_modules/.bin/next')

/** A migrated database on the server of the stories' app. */
async function createDatabase(): Promise<string> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: environment.databaseUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`).finally(() => client.end())
  const url = Object.assign(new URL(environment.databaseUrl), { pathname: `/${name}` }).href
  await migrate(url)
  return url
}

export class App {
  /** For inspecting what the app has stored, and for getting in its way. */
  readonly database: pg.Pool

  private constructor(
    readonly appUrl: string,
    readonly databaseUrl: string,
    private readonly program: Program,
    private readonly lines: readonly string[],
  ) {
    this.database = new pg.Pool({ connectionString: databaseUrl, max: 3 })
    this.database.on('error', () => {})
  }

  /** @param over instead of the values of .env.example */
  static async start(serviceUrl: string, over: Record<string, string> = {}): Promise<App> {
    const [databaseUrl, port] = await Promise.all([createDatabase(), findFreePort()])
    const appUrl = `http://localhost:${port}`
    const settings: Record<string, string> = {
      ...EXAMPLE,
      DATABASE_URL: databaseUrl,
      VERIFICATION_BASE_URL: serviceUrl,
      VERIFICATION_SDK_URL: `${serviceUrl}/sdk.js`,
      VERIFICATION_ARTIFACT_ORIGINS: serviceUrl,
      VERIFICATION_CALLS_PER_MINUTE: '100000',
      NEXTAUTH_URL: appUrl,
      ...over,
    }
    const lines: string[] = []
    const command = [process.execPath, NEXT, 'start', '-p', `${port}`, '-H', '127.0.0.1']
    const program = new Program('app', command, {
      env: { ...process.env, ...settings, NODE_ENV: 'production' },
      onLine: (line) => lines.push(line),
    })
    await program.answers(`${appUrl}/api/health/live`)
    return new App(appUrl, databaseUrl, program, lines)
  }

  /** Everything logged so far. */
  get log(): string {
    return this.lines.join('\n')
  }

  /** Freezes the app, as a serverless platform does between requests: no timer fires, and nothing is received. */
  freeze(): void {
    this.program.signal('SIGSTOP')
  }

  thaw(): void {
    this.program.signal('SIGCONT')
  }

  /** Sends SIGTERM, as a release does. Resolves when the process has ended. */
  async terminate(): Promise<void> {
    this.program.signal('SIGTERM')
    await this.program.ended
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.program.stop()
    await this.database.end()
  }
}
