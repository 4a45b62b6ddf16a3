/** Starts what a benchmark measures: real PostgreSQL, the app as `npm run demo` starts it, a plain Next app beside it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const ROOT = join(import.meta.dirname, '../..')

/** Whatever is started here ends with the benchmark. */
const running: ChildProcess[] = []
const folders: string[] = []

export async function stopAll(): Promise<void> {
  for (const child of running.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  folders.push(folder)
  return folder
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

/** @returns the process once it has printed a line like this; its last lines are in the error when it ends before. */
export async function start(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
  cwd = ROOT,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    const see = (line: string) => {
      if (ready.test(line)) resolve()
      if (lines.push(line) > 40) lines.shift()
    }
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', see)
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended:\n${lines.join('\n')}`)))
  })
  return child
}

/** A new PostgreSQL server. @returns its URL */
export async function startPostgres(): Promise<string> {
  const port = await freePort()
  const folder = newFolder()
  await start(
    ['--import', 'tsx', 'scripts/database/real-postgres.ts'],
    { DATABASE_PORT: `${port}`, DATA_DIR: folder },
    /^postgres ready/,
  )
  return `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`
}

export interface App {
  url: string
  sandboxUrl: string
  process: ChildProcess
}

/** The app and the sandbox on this database, migrated and seeded. */
export async function startApp(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<App> {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const child = await start(
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
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    process: child,
  }
}

const PLAIN_NEXT = join(ROOT, 'lab/bench/fixtures/plain-next')
const NEXT = join(ROOT, 'node_modules/next/dist/bin/next')

/** A Next app of the same version and settings that does next to nothing: what there is to be compared with. */
export async function startPlainNext(env: Record<string, string>): Promise<string> {
  const port = await freePort()
  const prisma = join(ROOT, 'node_modules/prisma/build/index.js')
  const generating = spawn(
    process.execPath,
    [prisma, 'generate', '--schema', 'prisma/schema.prisma'],
    {
      cwd: PLAIN_NEXT,
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: prisma },
      stdio: 'ignore',
    },
  )
  await once(generating, 'exit')
  const building = spawn(process.execPath, [NEXT, 'build'], { cwd: PLAIN_NEXT, stdio: 'ignore' })
  const [code] = await once(building, 'exit')
  if (code !== 0) throw new Error('The plain Next app does not build')
  await start(
    [NEXT, 'start', '--port', `${port}`],
    { ...env, NODE_ENV: 'production' },
    /Ready in/,
    PLAIN_NEXT,
  )
  return `http://localhost:${port}`
}
