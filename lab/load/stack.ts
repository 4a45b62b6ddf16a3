// The processes of a test: the app's instances, the sandbox and the database. Each can be ended and started again, with the same
// port and data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Database, startDatabase } from '../../scripts/database.ts'
import { findFreePort } from '../../scripts/ports.ts'
import { ACTION_KEY } from './builds.ts'
import { Program, ROOT, type Startable } from './processes.ts'

const BIN = join(ROOT, 'node_modules/.bin')

export interface StackOptions {
  /** For logs and data. */
  folder: string
  instances: number
  /** The URL of a database that is already running; else one is started. */
  databaseUrl?: string
  /** The balancer's port, if there is one, and the ports of the instances behind it. */
  balancer?: { url: string; appPorts: readonly number[] }
  /** The folder of the build that an instance starts from. */
  readBuild: () => string
}

export interface Stack {
  apps: Program[]
  /** Everything that was started here: what to kill, in turn. */
  parts: Startable[]
  sites: readonly [string, ...string[]]
  serviceUrl: string
  databaseUrl: string
  /** What the app's logs must not contain. */
  secrets: string[]
  webhookSecret: string
  stop(): Promise<void>
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const { folder, instances, balancer, readBuild } = options
  const appPorts = balancer?.appPorts ?? (await freePorts(instances))
  const [sandboxPort = 0, databasePort = 0] = await freePorts(2)
  const database = createDatabase(folder, databasePort)
  if (options.databaseUrl === undefined) await database.start()
  const databaseUrl =
    options.databaseUrl ??
    `postgresql://postgres:postgres@127.0.0.1:${databasePort}/postgres?sslmode=disable`

  const sites = appPorts.map((port) => `http://localhost:${port}`)
  const publicUrl = balancer?.url ?? sites[0] ?? ''
  const serviceUrl = `http://localhost:${sandboxPort}`
  const example = readExample()
  const env: Record<string, string> = {
    ...example,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    // The published secrets are for this machine only.
    HOSTNAME: '127.0.0.1',
    NEXTAUTH_URL: publicUrl,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_KEY,
    NEXT_TELEMETRY_DISABLED: '1',
    VERIFICATION_BASE_URL: serviceUrl,
    VERIFICATION_SDK_URL: `${serviceUrl}/sdk/v1.js`,
    VERIFICATION_ARTIFACT_ORIGINS: serviceUrl,
    // The sandbox's limit is lifted, so the app needn't stay below it.
    VERIFICATION_CALLS_PER_MINUTE: '1000000',
    // Each customer of the load names an address; Caddy adds its own view.
    TRUSTED_PROXY_HOPS: balancer ? '2' : '1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_WEBHOOK_URL: `${publicUrl}/api/webhooks/verification`,
    SANDBOX_ALLOW_LOOPBACK_HTTP: '1',
  }
  const sandbox = new Program({
    name: 'sandbox',
    folder,
    command: [join(BIN, 'verification-sandbox')],
    env,
    ready: /ready/,
  })
  const apps = appPorts.map(
    (port, nth) =>
      new Program({
        name: `app-${nth + 1}`,
        folder,
        command: [join(BIN, 'next'), 'start', '-p', String(port), '-H', '127.0.0.1'],
        env: { ...env, PORT: String(port), NODE_ENV: 'production' },
        cwd: readBuild,
        ready: /Ready in/,
        url: `http://localhost:${port}/api/health/ready`,
      }),
  )
  const parts = [...apps, sandbox, ...(options.databaseUrl === undefined ? [database] : [])]
  const stop = async () => {
    for (const part of parts) await part.end('SIGTERM')
  }
  try {
    await new Program({ name: 'migrate', folder, command: ['npm', 'run', 'db:migrate'], env }).run()
    await sandbox.start()
    await Promise.all(apps.map((app) => app.start()))
  } catch (error) {
    await stop()
    throw error
  }
  const webhookSecret = example.VERIFICATION_WEBHOOK_SECRET ?? ''
  return {
    apps,
    parts,
    sites: balancer ? [balancer.url] : [sites[0] ?? '', ...sites.slice(1)],
    serviceUrl,
    databaseUrl,
    secrets: [webhookSecret, example.VERIFICATION_API_KEY ?? ''],
    webhookSecret,
    stop,
  }
}

/** The values with which a clone and its sandbox fit together. */
export function readExample(): Record<string, string> {
  const entries = Object.entries(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}

function createDatabase(dataDir: string, port: number): Startable {
  let server: Database | undefined
  return {
    name: 'database',
    start: async () => {
      server = await startDatabase({ dataDir, port, durable: true })
    },
    end: async (signal) => {
      // The server itself, as the kernel's out-of-memory killer would. Its pid is the first line of this file.
      const file = join(dataDir, 'postgres/postmaster.pid')
      if (signal === 'SIGKILL')
        process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), signal)
      await server?.stop()
    },
  }
}
