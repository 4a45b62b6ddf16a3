// The app's instances, the sandbox and the database. Each can be stopped and restarted with the same port and data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, startDatabase } from '../../scripts/database.ts'
import { migrate } from '../../scripts/migrate.ts'
import { ROOT, readExample, readSettings } from '../../scripts/settings.ts'
import { bin, FOLDER, freePorts, NODE, type Part, ProgramPart, started } from './parts.ts'

interface StackOptions {
  /** One port per instance. */
  appPorts: readonly number[]
  /** The port of a balancer in front of the instances, if there is one. */
  balancerPort?: number
  /** The URL of a database that is already running. Without it, a new one is started. */
  databaseUrl?: string
  /** High by default: the sandbox's limit is lifted, so the app needn't stay below it. */
  callsPerMinute?: number
  /** Returns the folder of the build that the next instance should run. */
  readBuild?: () => string
}

export interface Stack {
  apps: ProgramPart[]
  /** Everything that was started here. The crash test kills these in turn. */
  parts: Part[]
  /** The URLs that customers and the service use. */
  sites: readonly [string, ...string[]]
  serviceUrl: string
  databaseUrl: string
  /** Strings that the app's logs must not contain. */
  secrets: string[]
  webhookSecret: string
}

export async function startStack({
  appPorts,
  balancerPort,
  databaseUrl,
  callsPerMinute = 1_000_000,
  readBuild = () => ROOT,
}: StackOptions): Promise<Stack> {
  const sitePorts = balancerPort === undefined ? appPorts : [balancerPort]
  const [sandboxPort = 0, databasePort = 0] = await freePorts(2)
  // Uses .env.example, because a developer's .env may name another service or database.
  const { env } = readSettings({
    ...process.env,
    ...readExample(),
    PORT: String(sitePorts[0]),
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_PORT: String(databasePort),
    DATA_DIR: FOLDER,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    VERIFICATION_CALLS_PER_MINUTE: String(callsPerMinute),
    // Each simulated customer sends its own X-Forwarded-For; Caddy appends another hop.
    TRUSTED_PROXY_HOPS: balancerPort === undefined ? '1' : '2',
  })
  const { DATABASE_URL = '', VERIFICATION_BASE_URL = '', VERIFICATION_API_KEY = '' } = env
  const { VERIFICATION_WEBHOOK_SECRET = '' } = env

  const sandbox = sandboxAt(VERIFICATION_BASE_URL, env)
  const apps = appPorts.map(
    (port, nth) =>
      new ProgramPart(
        `app-${nth + 1}`,
        () => ({
          command: [NODE, bin('next', readBuild()), 'start', '-p', String(port), '-H', '127.0.0.1'],
          env: { ...env, NODE_ENV: 'production' },
          cwd: readBuild(),
        }),
        (program) => program.answers(`http://127.0.0.1:${port}/api/health/ready`),
      ),
  )
  const database = databaseUrl ? [] : [databaseAt(databasePort)]
  for (const part of database) await part.start()
  await migrate(DATABASE_URL)
  await sandbox.start()
  await Promise.all(apps.map((app) => app.start()))
  const [site = '', ...others] = sitePorts.map((port) => `http://localhost:${port}`)
  return {
    apps,
    parts: [...apps, sandbox, ...database],
    sites: [site, ...others],
    serviceUrl: VERIFICATION_BASE_URL,
    databaseUrl: DATABASE_URL,
    secrets: [VERIFICATION_WEBHOOK_SECRET, VERIFICATION_API_KEY],
    webhookSecret: VERIFICATION_WEBHOOK_SECRET,
  }
}

/** @param env sets the sandbox's port and folder */
export const sandboxAt = (url: string, env: Record<string, string>): ProgramPart =>
  new ProgramPart(
    'sandbox',
    () => ({
      command: [NODE, bin('verification-sandbox')],
      env: { ...process.env, ...env, NODE_ENV: 'production' },
    }),
    (program) => program.answers(url),
  )

function databaseAt(port: number): Part {
  let server: Database | undefined
  const part: Part = {
    name: 'database',
    start: async () => {
      started.add(part)
      server = await startDatabase({ dataDir: FOLDER, port })
    },
    end: async (signal) => {
      // Kills the server process itself, as the kernel's out-of-memory killer would. The file's first line is its pid.
      const file = join(FOLDER, 'postgres/postmaster.pid')
      if (signal === 'SIGKILL')
        process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), signal)
      await server?.stop()
    },
  }
  return part
}
