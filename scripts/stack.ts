// The one way to run everything: database and sandbox, migrations, seed, build, app.
// The demo, development and the end-to-end tests differ only in what they pass here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, needsBuild } from './build.ts'
import { migrate } from './database/migrate.ts'
import { app, embeddedDatabase, type Mode, type Startable, sandbox } from './programs.ts'
import { type Settings, SettingsError } from './settings.ts'
import { step } from './step.ts'
import { ProcessFailedError, type Supervisor } from './supervisor.ts'

// With this condition `server-only` is the empty module that it is inside Next.
const SERVER_TSX = ['--conditions=react-server', '--import', 'tsx']

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

  const start = async ({ program, readiness }: Startable) => {
    pids[program.name] = await supervisor.start(program, readiness)
  }

  // The sandbox before the app and after the database, so that what is stopped last is what the others write to.
  const starts = [
    ...(settings.startsDatabase ? [embeddedDatabase(env)] : []),
    ...(settings.startsSandbox ? [sandbox(env, mode)] : []),
  ]
  if (starts.length > 0) {
    const title = `Start ${starts.map(({ program }) => `the ${program.name}`).join(' and ')}`
    await step(title, () => Promise.all(starts.map(start)))
  }
  await step('Migrate', () => migrate(env.DATABASE_URL ?? ''))
  // strip-all:begin
  // The demo's staff have a published password: never in a database of one's own beside the real service.
  if (settings.startsDatabase || settings.startsSandbox) {
    await step('Seed', () =>
      supervisor.run({ name: 'seed', args: [...SERVER_TSX, 'prisma/seed.ts'], env }),
    )
  }
  // strip-all:end
  if (mode === 'production' && needsBuild(env)) {
    await step('Build the app', () => build(supervisor, env))
  }
  await step('Start the app', () => start(app(env, mode)))
  writeFileSync(join(settings.dataDir, 'processes.json'), `${JSON.stringify(pids, null, 2)}\n`)
}
