// The built app as a process of its own, with its own database and the service of a story.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { findFreePort } from '../../scripts/ports'
import { EXAMPLE, environment, ROOT } from '../fixtures/environment'

export type Environment = Record<string, string | undefined>

/** Ends the process with this one, however this one ends. */
const END_WITH_PARENT = `process.once('disconnect', () => process.exit(1)); process.channel?.unref()`

function spawnNode(args: string[], env: Environment): ChildProcess {
  const preload = `--import=data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`
  return spawn(process.execPath, [preload, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...EXAMPLE, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In its own group, so that Ctrl-C ends the tests first.
    detached: true,
  })
}

/** Runs a script of the project until it ends. @throws an error with its output if it fails */
async function run(script: string, env: Environment): Promise<void> {
  const child = spawnNode(['--conditions=react-server', '--import=tsx', script], env)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  const [exitCode] = await once(child, 'close')
  if (exitCode !== 0) throw new Error(`${script} failed:\n${said}`)
}

/** A new database on the server of the stories' app. @param template the URL of the one to copy; without it, it's empty */
export async function createDatabase(template?: string): Promise<string> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  const from = template === undefined ? 'template0' : new URL(template).pathname.slice(1)
  const client = new pg.Client({ connectionString: environment.databaseUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${from}`).finally(() => client.end())
  return Object.assign(new URL(environment.databaseUrl), { pathname: `/${name}` }).href
}

/** A migrated database. */
export async function createTemplate(): Promise<string> {
  const DATABASE_URL = await createDatabase()
  await run('scripts/migrate.ts', { DATABASE_URL })
  return DATABASE_URL
}

export class App {
  /** Everything logged so far. */
  log = ''
  readonly webhookSecret: string
  /** For inspecting what the app has stored, and for getting in its way. */
  readonly database: pg.Pool

  private constructor(
    readonly appUrl: string,
    readonly databaseUrl: string,
    private readonly process: ChildProcess,
    env: Environment,
  ) {
    this.webhookSecret = env.VERIFICATION_WEBHOOK_SECRET ?? ''
    this.database = new pg.Pool({ connectionString: databaseUrl, max: 3 })
    this.database.on('error', () => {})
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk) => {
        this.log += chunk
      })
  }

  /** @throws an error with its output if it ends before it is ready */
  static async start(databaseUrl: string, serviceUrl: string, over: Environment): Promise<App> {
    const port = await findFreePort()
    const appUrl = `http://localhost:${port}`
    const env = {
      ...EXAMPLE,
      DATABASE_URL: databaseUrl,
      VERIFICATION_BASE_URL: serviceUrl,
      VERIFICATION_SDK_URL: `${serviceUrl}/sdk.js`,
      VERIFICATION_ARTIFACT_ORIGINS: serviceUrl,
      NEXTAUTH_URL: appUrl,
      ...over,
    }
    const next = ['node_modules/next/dist/bin/next', 'start', '-p', `${port}`, '-H', '127.0.0.1']
    const app = new App(appUrl, databaseUrl, spawnNode(next, env), env)
    await new Promise<void>((resolve, reject) => {
      app.process.stdout?.on('data', () => /Ready in/.test(app.log) && resolve())
      app.process.once('close', () => reject(new Error(`The app ended:\n${app.log}`)))
    })
    return app
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

  /** Freezes the app, as a serverless platform does between requests: no timer fires, and nothing is received. */
  freeze(): void {
    this.process.kill('SIGSTOP')
  }

  thaw(): void {
    this.process.kill('SIGCONT')
  }

  /** Sends SIGTERM, as a release does. Resolves when the process has ended. */
  async terminate(): Promise<void> {
    const { exitCode, signalCode } = this.process
    if (exitCode !== null || signalCode !== null) return
    const ended = once(this.process, 'close')
    this.process.kill('SIGTERM')
    await ended
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.terminate()
    await this.database.end()
  }
}
