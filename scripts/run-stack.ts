// Runs the demo or `npm run dev` from start to stop. The process exits here, with 0 if it was asked to stop and 1 otherwise.
import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { claimBuild } from './build.ts'
import { FolderLockedError, lockFolder } from './database/folder-lock.ts'
import { DatabaseUnreachableError, MigrationFailedError } from './database/migrate.ts'
import { historyMarker } from './demo-history/add.ts'
import { interruption } from './interruption.ts'
import { isPortFree } from './ports.ts'
import type { Mode } from './programs.ts'
import { ROOT, readSettings, type Settings, SettingsError } from './settings.ts'
import { checkEnvironment, startStack } from './stack.ts'
import { step } from './step.ts'
import { createSupervisor, ProcessFailedError, type Supervisor } from './supervisor.ts'
import { watchSchema } from './watch-schema.ts'

type RunOptions = {
  mode: Mode
  reset: boolean
  /** A new demo starts with two weeks of inquiries. */
  withHistory?: boolean
  /** See readSettings. */
  publicHost?: string
  describe: (settings: Settings) => string
}

export async function runStack(options: RunOptions): Promise<never> {
  const interrupted = interruption()
  const settings = readSettingsOrExit(options.publicHost)
  // During the start, one line per step is enough. If a process fails, its last lines are shown.
  const progress = { isReady: false }
  const supervisor = createSupervisor({
    logFolder: join(settings.dataDir, 'logs'),
    onLine: (name, line) => {
      if (options.mode === 'development' && progress.isReady) console.log(`[${name}] ${line}`)
    },
  })
  const outcome = await Promise.race([
    interrupted,
    startAndStay(supervisor, settings, options, progress),
  ])
  if (outcome === 'interrupted') console.log('\nStopping …')
  else console.error(explain(outcome, settings.dataDir))
  await supervisor.stop()
  process.exit(outcome === 'interrupted' ? 0 : 1)
}

function readSettingsOrExit(publicHost?: string): Settings {
  try {
    return readSettings(process.env, ROOT, publicHost)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Resolves with the error if something fails or crashes. */
async function startAndStay(
  supervisor: Supervisor,
  settings: Settings,
  options: RunOptions,
  progress: { isReady: boolean },
): Promise<unknown> {
  try {
    mkdirSync(settings.dataDir, { recursive: true })
    await lockFolder(join(settings.dataDir, 'demo'))
    await requirePorts(settings)
    await checkEnvironment(supervisor, settings)
    if (options.mode === 'production') claimBuild(settings.env)
    if (options.reset) await reset(settings)
    await startStack(supervisor, settings, options.mode, options.withHistory)
    console.log(options.describe(settings))
    progress.isReady = true
    if (options.mode === 'development') reportSchemaChanges()
    return await supervisor.crashed
  } catch (error) {
    return error
  }
}

function reportSchemaChanges(): void {
  watchSchema(ROOT, () =>
    console.log(
      'prisma/schema.prisma has changed. Press Ctrl-C, then run npm run db:new -- <name> and npm run dev.',
    ),
  )
}

async function requirePorts(settings: Settings): Promise<void> {
  const needed: [string, number][] = [['PORT', settings.port]]
  if (settings.startsSandbox) needed.push(['SANDBOX_PORT', settings.sandboxPort])
  if (settings.startsDatabase) needed.push(['DATABASE_PORT', settings.databasePort])
  for (const [name, port] of needed) {
    if (await isPortFree(port)) continue
    throw new SettingsError(
      `Port ${port} is in use: stop what uses it, or set ${name} to a free port.`,
    )
  }
}

async function reset({ dataDir, startsDatabase }: Settings): Promise<void> {
  await step('Remove the old data', async () => {
    for (const folder of ['database', 'sandbox'])
      rmSync(join(dataDir, folder), { recursive: true, force: true })
    rmSync(historyMarker(dataDir), { force: true })
  })
  if (!startsDatabase) console.log('  DATABASE_URL names another database, which was not changed.')
}

function explain(error: unknown, dataDir: string): string {
  if (error instanceof FolderLockedError) {
    const shown = relative(ROOT, dataDir) || '.'
    return `Process ${error.holderPid} already runs on ${shown}: stop it first, or set another DATA_DIR and other ports.`
  }
  if (error instanceof MigrationFailedError) {
    return `${error.message}\nIf this is an older version's data, start over with --reset.`
  }
  const expected = [SettingsError, ProcessFailedError, DatabaseUnreachableError]
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
