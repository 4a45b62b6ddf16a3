// The processes of a test: the app's instances, the sandbox and the database. Each can be ended and started again, with the same
// port and data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, startDatabase } from '../../scripts/database.ts'
import { migrate } from '../../scripts/migrate.ts'
import { readExample, readSettings } from '../../scripts/settings.ts'
import { bin, freePorts, NODE, type Part, ProgramPart } from './parts.ts'

export interface StackOptions {
  /** For logs and data. */
  folder: string
  instances: number
  /** The URL of a database that is already running; else one is started. */
  databaseUrl?: string
  /** The balancer's port, if there is one, and the ports of the instances behind it. */
  balancer?: { port: number; appPorts: readonly number[] }
  /** The folder of the build that an instance starts from. */
  readBuild: () => string
}

export interface Stack {
  apps: ProgramPart[]
  /** Everything that was started here: what to kill, in turn. */
  parts: Part[]
  /** The URLs that customers and the service use. */
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
  const sitePorts = balancer ? [balancer.port] : appPorts
  const [sandboxPort = 0, databasePort = 0] = await freePorts(2)
  // The values of .env.example, because a developer's .env may name another service or database.
  const { env } = readSettings({
    ...process.env,
    ...readExample(),
    PORT: String(sitePorts[0]),
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_PORT: String(databasePort),
    DATA_DIR: folder,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    // The sandbox's limit is lifted, so the app needn't stay below it.
    VERIFICATION_CALLS_PER_MINUTE: '1000000',
    // Each customer of the load names an address; Caddy adds its own view.
    TRUSTED_PROXY_HOPS: balancer ? '2' : '1',
  })
  const { DATABASE_URL = '', VERIFICATION_BASE_URL = '', VERIFICATION_API_KEY = '' } = env
  const { VERIFICATION_WEBHOOK_SECRET = '' } = env

  const sandbox = new ProgramPart(
    'sandbox',
    folder,
    () => ({
      command: [NODE, bin('verification-sandbox')],
      env: { ...env, NODE_ENV: 'production' },
    }),
    (program) => program.answers(VERIFICATION_BASE_URL),
  )
  const apps = appPorts.map(
    (port, nth) =>
      new ProgramPart(
        `app-${nth + 1}`,
        folder,
        () => ({
          command: [NODE, bin('next', readBuild()), 'start', '-p', String(port), '-H', '127.0.0.1'],
          env: { ...env, NODE_ENV: 'production' },
          cwd: readBuild(),
        }),
        (program) => program.answers(`http://127.0.0.1:${port}/api/health/ready`),
      ),
  )
  const database = options.databaseUrl ? [] : [databaseIn(folder, databasePort)]
  const parts = [...apps, sandbox, ...database]
  const stop = async () => {
    for (const part of parts) await part.end('SIGTERM')
  }
  try {
    for (const part of database) await part.start()
    await migrate(DATABASE_URL)
    await sandbox.start()
    await Promise.all(apps.map((app) => app.start()))
  } catch (error) {
    await stop()
    throw error
  }
  const [site = '', ...others] = sitePorts.map((port) => `http://localhost:${port}`)
  return {
    apps,
    parts,
    sites: [site, ...others],
    serviceUrl: VERIFICATION_BASE_URL,
    databaseUrl: DATABASE_URL,
    secrets: [VERIFICATION_WEBHOOK_SECRET, VERIFICATION_API_KEY],
    webhookSecret: VERIFICATION_WEBHOOK_SECRET,
    stop,
  }
}

function databaseIn(dataDir: string, port: number): Part {
  let server: Database | undefined
  return {
    name: 'database',
    start: async () => {
      server = await startDatabase({ dataDir, port })
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
