/** Starts what a benchmark measures: real PostgreSQL, the app as `npm run demo` starts it, a plain Next app for comparison. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/ports.ts'
import { startRealPostgres } from '../../scripts/real-postgres.ts'
import { runTool } from '../../scripts/run-tool.ts'
import { ROOT } from '../../scripts/settings.ts'
import { createSupervisor } from '../../scripts/supervisor.ts'

const PLAIN_NEXT = join(ROOT, 'lab/bench/fixtures/plain-next')
const NEXT = join(ROOT, 'node_modules/next/dist/bin/next')

const folders: string[] = []
/** Everything started here stops with the benchmark. */
const supervisor = createSupervisor({ logFolder: join(newFolder(), 'logs') })
const plainNext = createSupervisor({ logFolder: join(newFolder(), 'logs'), cwd: PLAIN_NEXT })

export async function stopAll(): Promise<void> {
  await Promise.all([supervisor.stop(), plainNext.stop()])
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  folders.push(folder)
  return folder
}

const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  ),
)

/** @returns its process id, once it has printed a line that matches `ready` */
export const start = (
  name: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<number> =>
  supervisor.start({ name, args, env: { ...ownEnvironment, ...env } }, { line: ready })

/** A new PostgreSQL server. @returns its URL */
export const startPostgres = (env: Record<string, string> = {}): Promise<string> =>
  startRealPostgres(supervisor, newFolder(), env)

export interface App {
  url: string
  sandboxUrl: string
}

/** The app and the sandbox on this database, migrated and seeded. */
export async function startApp(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<App> {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  await start(
    'demo',
    ['scripts/bootstrap.mjs', 'demo'],
    {
      PORT: `${port}`,
      SANDBOX_PORT: `${sandboxPort}`,
      DATA_DIR: newFolder(),
      DATABASE_URL: databaseUrl,
      ...env,
    },
    /^Ready\./,
  )
  return { url: `http://localhost:${port}`, sandboxUrl: `http://localhost:${sandboxPort}` }
}

/** A Next app of the same version and settings that does next to nothing. */
export async function startPlainNext(env: Record<string, string>): Promise<string> {
  const port = await findFreePort()
  const prisma = join(ROOT, 'node_modules/prisma/build/index.js')
  for (const { args, variables } of [
    {
      args: [prisma, 'generate', '--schema', 'prisma/schema.prisma'],
      variables: { PRISMA_SCHEMA_ENGINE_BINARY: prisma },
    },
    { args: [NEXT, 'build'], variables: {} },
  ]) {
    const { exitCode, output } = await runTool(args, { cwd: PLAIN_NEXT, env: variables })
    if (exitCode !== 0) throw new Error(`The plain Next app did not build:\n${output}`)
  }
  await plainNext.start(
    {
      name: 'plain-next',
      args: [NEXT, 'start', '--port', `${port}`],
      env: { ...ownEnvironment, ...env },
    },
    { line: /Ready in/ },
  )
  return `http://localhost:${port}`
}
