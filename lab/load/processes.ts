// The processes of a load test. Each can be killed and restarted with the same port and data.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, needsBuild } from '../../scripts/build.ts'
import { migrate } from '../../scripts/database/migrate.ts'
import { findFreePort, isPortFree } from '../../scripts/ports.ts'
import {
  app,
  embeddedDatabase,
  realPostgres,
  type Startable,
  sandbox,
} from '../../scripts/programs.ts'
import { readTestSettings } from '../../scripts/settings.ts'
import { step } from '../../scripts/step.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'
import { startBalancer } from './balancer.ts'
import { until } from './until.ts'

const STOP_TIMEOUT_MS = 10_000

export interface ProcessOptions {
  /** App processes that share the database. */
  instances: number
  /** Which one to start, or the URL of one that's already running. */
  database: 'embedded' | 'postgres' | { url: string }
}

export interface Processes {
  /** What to kill, in turn: the app's instances, then `sandbox` and, if it was started here, `database`. */
  names: readonly string[]
  instances: readonly [string, ...string[]]
  serviceUrl: string
  databaseUrl: string
  webhookSecret: string
  apiKey: string
  /** Sends SIGKILL. Resolves when the process is gone. */
  kill(name: string): Promise<void>
  /** Restarts a killed process. Resolves when it is ready. */
  start(name: string): Promise<void>
  /** Stops everything. @returns processes and ports that are left over */
  stop(): Promise<string[]>
  /** Logs and data of the processes, for the caller to remove. */
  folder: string
}

export async function startProcesses(options: ProcessOptions): Promise<Processes> {
  const folder = mkdtempSync(join(tmpdir(), 'at-load-'))
  // If we're root, PostgreSQL runs as another user, which needs access.
  chmodSync(folder, 0o755)
  const supervisor = createSupervisor({ logFolder: join(folder, 'logs') })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void supervisor.stop().then(() => process.exit(1)))

  const appPorts: number[] = []
  for (let nth = 0; nth < options.instances; nth++) appPorts.push(await findFreePort())
  const balancer = await startBalancer(appPorts)
  const { env, port, sandboxPort, databasePort } = readTestSettings({
    ...process.env,
    PORT: String(appPorts[0]),
    SANDBOX_PORT: String(await findFreePort()),
    DATABASE_PORT: String(await findFreePort()),
    DATA_DIR: folder,
    SANDBOX_WEBHOOK_URL: `${balancer.url}/api/webhooks/verification`,
    // All customers come from one address. The callers lift the sandbox's rate limit, so the app needn't stay below it.
    OPENS_PER_ADDRESS_AND_HOUR: '1000000',
    VERIFICATION_CALLS_PER_MINUTE: '1000000',
  })
  if (typeof options.database === 'object') env.DATABASE_URL = options.database.url
  const databaseUrl = env.DATABASE_URL ?? ''

  const startables = new Map<string, Startable>([
    ...appPorts.map((appPort, nth): [string, Startable] => [
      `app-${nth + 1}`,
      app({ ...env, PORT: String(appPort) }, 'production'),
    ]),
    ['sandbox', sandbox(env, 'production')],
  ])
  if (options.database === 'embedded') startables.set('database', embeddedDatabase(env))
  if (options.database === 'postgres') startables.set('database', realPostgres(env))
  const running = new Map<string, number>()
  const everStarted: number[] = []
  let starts = 0

  async function start(name: string): Promise<void> {
    const startable = startables.get(name)
    if (!startable) throw new Error(`There is no ${name}`)
    const { program, readiness } = startable
    // One log per start, because the end of a log explains a crash.
    const pid = await supervisor.start({ ...program, name: `${++starts}-${name}` }, readiness)
    running.set(name, pid)
    everStarted.push(pid)
    if (name === 'database' && options.database === 'postgres') everStarted.push(postmaster())
  }

  async function kill(name: string): Promise<void> {
    const pid = running.get(name)
    if (pid === undefined) throw new Error(`${name} is not running`)
    // First the server itself, as the kernel's out-of-memory killer would, then its parent.
    if (name === 'database' && options.database === 'postgres')
      process.kill(postmaster(), 'SIGKILL')
    process.kill(pid, 'SIGKILL')
    running.delete(name)
    await untilGone(name, pid)
  }

  /** The pid is the first line of the file that a running server keeps. */
  const postmaster = () =>
    Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

  async function stop(): Promise<string[]> {
    balancer.stop()
    // The database last, because the others write to it.
    for (const name of startables.keys()) {
      const pid = running.get(name)
      if (pid === undefined || name === 'database') continue
      process.kill(pid, 'SIGTERM')
      await untilGone(name, pid).catch(() => {})
    }
    await supervisor.stop()
    const pids = everStarted.filter(isAlive).map((pid) => `process ${pid}`)
    const ports = []
    for (const used of [...appPorts, sandboxPort, databasePort])
      if (!(await isPortFree(used))) ports.push(`port ${used}`)
    return [...pids, ...ports]
  }

  const instances = appPorts.map((appPort) => `http://localhost:${appPort}`)
  try {
    const first = ['database', 'sandbox'].filter((name) => startables.has(name))
    await step(`Start the ${first.join(' and the ')}`, () => Promise.all(first.map(start)))
    await step('Migrate', () => migrate(databaseUrl))
    if (needsBuild(env)) await step('Build the app', () => build(supervisor, env))
    const apps = appPorts.map((_, nth) => `app-${nth + 1}`)
    await step('Start the app', () => Promise.all(apps.map(start)))
  } catch (error) {
    await stop()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    names: [...startables.keys()],
    instances: [`http://localhost:${port}`, ...instances.slice(1)],
    serviceUrl: `http://localhost:${sandboxPort}`,
    databaseUrl,
    webhookSecret: env.VERIFICATION_WEBHOOK_SECRET ?? '',
    apiKey: env.VERIFICATION_API_KEY ?? '',
    kill,
    start,
    stop,
    folder,
  }
}

const untilGone = (name: string, pid: number) =>
  until(`${name} ends`, async () => (isAlive(pid) ? null : true), {
    endsAtMs: Date.now() + STOP_TIMEOUT_MS,
  })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
