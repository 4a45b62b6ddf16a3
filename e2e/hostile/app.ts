// Runs the built app as its own process with its own database.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../scripts/migrate'
import { findFreePort } from '../../scripts/ports'
import { Program } from '../../scripts/program'
import { ROOT } from '../../scripts/settings'
import { EXAMPLE, environment, OWN_APP } from '../fixtures/environment'
import { test as base } from '../fixtures/test'

export const HOSTILE = { tag: OWN_APP }

const NEXT = join(ROOT, 'node_modules/.bin/next')

/** Creates a migrated database on the server of the stories' app. */
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
  private constructor(
    readonly appUrl: string,
    readonly databaseUrl: string,
    private readonly program: Program,
    private readonly lines: readonly string[],
  ) {}

  /**
   * @param serviceUrl by default the stories' sandbox, which delivers its events to the stories' app instead of this one
   * @param over overrides the values of .env.example
   */
  static async start(
    serviceUrl = environment.sandboxUrl,
    over: Record<string, string> = {},
  ): Promise<App> {
    const [databaseUrl, port] = await Promise.all([createDatabase(), findFreePort()])
    const appUrl = `http://localhost:${port}`
    const settings: Record<string, string> = {
      ...EXAMPLE,
      DATABASE_URL: databaseUrl,
      VERIFICATION_BASE_URL: serviceUrl,
      VERIFICATION_SDK_URL: `${serviceUrl}/sdk/v1.js`,
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

  /** Sends SIGTERM, as a release does. Resolves when the process has exited. */
  async terminate(): Promise<void> {
    this.program.signal('SIGTERM')
    await this.program.ended
  }

  /** Suspends the process, as a serverless platform does between requests. */
  freeze = (): void => this.program.signal('SIGSTOP')
  thaw = (): void => this.program.signal('SIGCONT')

  stop = (): Promise<void> => this.program.stop()
}

export const test = base.extend<{ app: App }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  app: async ({}, use, testInfo) => {
    const app = await App.start()
    await use(app)
    await app.stop()
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('own-app.log', { body: app.log })
  },
})
