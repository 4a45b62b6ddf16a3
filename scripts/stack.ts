// The one way to run everything: database, migrations, seed, build, sandbox, app, in this order.
// The demo, development and the end-to-end tests differ only in what they pass here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../prisma/migrate.ts'
import { build, needsBuild } from './build.ts'
import { type Settings, SettingsError } from './settings.ts'
import { step } from './step.ts'
import { ProcessFailedError, type Supervisor } from './supervisor.ts'

export type Mode = 'production' | 'development'

const TSX = ['--import', 'tsx']
// With this condition `server-only` is the empty module that it is inside Next.
const SERVER_TSX = ['--conditions=react-server', ...TSX]
const NEXT = 'node_modules/next/dist/bin/next'

/** Finds a mistake in the environment before anything is touched. Throws SettingsError, in the application's words. */
export async function checkEnvironment(supervisor: Supervisor, { env }: Settings): Promise<void> {
  try {
    await supervisor.run({
      name: 'environment',
      args: [...SERVER_TSX, 'scripts/check-environment.ts'],
      env,
    })
  } catch (error) {
    if (error instanceof ProcessFailedError) throw new SettingsError(error.lastLines.join('\n'))
    throw error
  }
}

/**
 * Resolves when the app says that it is ready. Rejects with ProcessFailedError, DatabaseUnreachableError, or the
 * migration engine's error; what runs by then is the supervisor's to stop.
 */
export async function startStack(
  supervisor: Supervisor,
  settings: Settings,
  mode: Mode,
): Promise<void> {
  const { env } = settings
  const pids: Record<string, number> = {}

  if (settings.startsDatabase) {
    await step('Start the database', async () => {
      pids.database = await supervisor.start(
        { name: 'database', args: [...TSX, 'prisma/embedded.ts'], env },
        { line: /^database ready on / },
      )
    })
  }
  await step('Migrate', () => migrate(env.DATABASE_URL ?? ''))
  await step('Seed', () =>
    supervisor.run({ name: 'seed', args: [...SERVER_TSX, 'prisma/seed.ts'], env }),
  )
  if (mode === 'production' && needsBuild(env)) {
    await step('Build the app', () => build(supervisor, env))
  }
  if (settings.startsSandbox) {
    await step('Start the sandbox', async () => {
      const args =
        mode === 'development'
          ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false']
          : TSX
      pids.sandbox = await supervisor.start(
        {
          name: 'sandbox',
          args: [...args, 'sandbox/main.ts'],
          env: { ...env, SANDBOX_ALLOW_LOOPBACK_HTTP: '1' },
        },
        { line: /^sandbox ready on / },
      )
    })
  }
  await step('Start the app', async () => {
    const command = mode === 'development' ? 'dev' : 'start'
    pids.app = await supervisor.start(
      { name: 'app', args: [NEXT, command, '-p', env.PORT ?? ''], env: { ...env, NODE_ENV: mode } },
      { url: `http://localhost:${settings.port}/api/health/ready` },
    )
  })
  writeFileSync(join(settings.dataDir, 'processes.json'), `${JSON.stringify(pids, null, 2)}\n`)
}
