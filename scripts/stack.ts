// Starts everything in order: database, sandbox, migrations, seed, build, app. Demo, development and end-to-end tests only
// differ in their settings.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, needsBuild } from './build.ts'
import { migrate } from './database/migrate.ts'
import { addHistory } from './demo-history/add.ts'
import { app, embeddedDatabase, type Mode, type Startable, sandbox } from './programs.ts'
import { type Settings, SettingsError } from './settings.ts'
import { step } from './step.ts'
import { ProcessFailedError, type Supervisor } from './supervisor.ts'

// Makes `server-only` an empty module, as in Next.
const SERVER_TSX = ['--conditions=react-server', '--import', 'tsx']

/** Finds mistakes in the environment before anything is changed. @throws SettingsError with the app's own message */
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
 * Resolves when the app is ready. The supervisor stops everything.
 * @throws ProcessFailedError, DatabaseUnreachableError or MigrationFailedError
 */
export async function startStack(
  supervisor: Supervisor,
  settings: Settings,
  mode: Mode,
  withHistory = false,
): Promise<void> {
  const { env } = settings
  const pids: Record<string, number> = {}

  const start = async ({ program, readiness }: Startable) => {
    pids[program.name] = await supervisor.start(program, readiness)
  }

  // The supervisor stops in reverse order, so the database outlives everything that writes to it.
  const starts = [
    ...(settings.startsDatabase ? [embeddedDatabase(env)] : []),
    ...(settings.startsSandbox ? [sandbox(env, mode)] : []),
  ]
  if (starts.length > 0) {
    const title = `Start ${starts.map(({ program }) => `the ${program.name}`).join(' and ')}`
    await step(title, () => Promise.all(starts.map(start)))
  }
  await step('Migrate', () => migrate(env.DATABASE_URL ?? ''))
  // The demo's staff have a published password, so they're never seeded into your own database with the real service.
  if (settings.startsDatabase || settings.startsSandbox) {
    await step('Seed', () =>
      supervisor.run({ name: 'seed', args: [...SERVER_TSX, 'prisma/seed.ts'], env }),
    )
  }
  // In parallel with the build, which takes longer.
  const history = withHistory ? addHistory(supervisor, settings) : null
  if (mode === 'production' && needsBuild(env)) {
    await step('Build the app', () => build(supervisor, env))
  }
  if (history) await step('Add two weeks of history', () => history)
  await step('Start the app', () => start(app(env, mode)))
  writeFileSync(join(settings.dataDir, 'processes.json'), `${JSON.stringify(pids, null, 2)}\n`)
}
