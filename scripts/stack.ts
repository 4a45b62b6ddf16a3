// The one way to run everything: database and sandbox, migrations, seed, build, app.
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
const TSX_WATCH = [
  'node_modules/tsx/dist/cli.mjs',
  'watch',
  '--clear-screen=false',
  // What the sandbox bundles for the browser is no import of its process.
  '--include=sandbox/**/*.{ts,tsx,css}',
]
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

  const startDatabase = async () => {
    pids.database = await supervisor.start(
      { name: 'database', args: [...TSX, 'prisma/embedded.ts'], env },
      { line: /^database ready on / },
    )
  }
  const startSandbox = async () => {
    pids.sandbox = await supervisor.start(
      {
        name: 'sandbox',
        args: [...(mode === 'development' ? TSX_WATCH : TSX), 'sandbox/main.ts'],
        env: { ...env, SANDBOX_ALLOW_LOOPBACK_HTTP: '1' },
      },
      { line: /^sandbox ready on / },
    )
  }

  // The sandbox before the app and after the database, so that what is stopped last is what the others write to.
  const starts = [
    ...(settings.startsDatabase ? [{ name: 'the database', start: startDatabase }] : []),
    ...(settings.startsSandbox ? [{ name: 'the sandbox', start: startSandbox }] : []),
  ]
  if (starts.length > 0) {
    const title = `Start ${starts.map(({ name }) => name).join(' and ')}`
    await step(title, () => Promise.all(starts.map(({ start }) => start())))
  }
  await step('Migrate', () => migrate(env.DATABASE_URL ?? ''))
  // strip:begin
  // The demo's staff have a published password: never in a database of one's own beside the real service.
  if (settings.startsDatabase || settings.startsSandbox) {
    await step('Seed', () =>
      supervisor.run({ name: 'seed', args: [...SERVER_TSX, 'prisma/seed.ts'], env }),
    )
  }
  // strip:end
  if (mode === 'production' && needsBuild(env)) {
    await step('Build the app', () => build(supervisor, env))
  }
  await step('Start the app', async () => {
    const command = mode === 'development' ? 'dev' : 'start'
    pids.app = await supervisor.start(
      { name: 'app', args: [NEXT, command, '-p', env.PORT ?? ''], env: { ...env, NODE_ENV: mode } },
      { line: /Ready in/, url: `http://localhost:${settings.port}/api/health/ready` },
    )
  })
  writeFileSync(join(settings.dataDir, 'processes.json'), `${JSON.stringify(pids, null, 2)}\n`)
}
