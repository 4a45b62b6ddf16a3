// `npm run demo` starts the database, the sandbox and the app, and stops all three on Ctrl-C or SIGTERM.
// `npm run dev` does the same with `next dev`. `-- --reset` starts over; `-- --empty` leaves out the two weeks of history.
import { type ChildProcess, spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_PASSWORD, DEMO_USERS } from '../lib/demo-people.ts'
import { EnvironmentError, parseEnv } from '../lib/env.ts'
import { markBuilt, needsBuild } from './app-build.ts'
import { DatabaseStartError, startDatabase } from './database.ts'
import { MigrationError, migrate } from './migrate.ts'
import { isPortFree } from './ports.ts'
import { ROOT, readSettings, type Settings, SettingsError } from './settings.ts'

const READY_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 10_000
const KEPT_LINES = 20
const BIN = join(ROOT, 'node_modules/.bin')
const TSX = ['--conditions=react-server', '--import', 'tsx']

/** Loaded by each child: if this process is killed, the channel to it closes, and the child ends with its descendants. */
const END_WITH_PARENT = `if (process.ppid === Number(process.env.DEMO_PID)) {
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
  process.channel?.unref()
}`

/** The message is for the person at the terminal. */
class DemoError extends Error {
  override name = 'DemoError'
}

type Part = { name: string; child: ChildProcess; ended: Promise<unknown[]>; isStopping: boolean }

const parts: Part[] = []
let stopDatabase = async () => {}
let isStopping = false
let fail: (error: Error) => void
const failed = new Promise<never>((_, reject) => {
  fail = reject
})
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  // Nobody reads the output any more, as in `npm run demo | head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => resolve())
  // npm sends a signal to its shell, which dies without passing it on.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && resolve(), 500).unref()
})

try {
  await Promise.race([interrupted, failed, startAll().then(() => failed)])
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
isStopping = true
for (const part of parts.reverse()) await stop(part)
await stopDatabase()
process.exit()

async function startAll(): Promise<void> {
  const { values: options } = parseArgs({
    options: { dev: { type: 'boolean' }, reset: { type: 'boolean' }, empty: { type: 'boolean' } },
  })
  const dev = options.dev === true
  const settings = readSettings(process.env, { dev })
  const { port, sandboxPort, dataDir, startsDatabase, startsSandbox } = settings
  const env: NodeJS.ProcessEnv = {
    ...settings.env,
    ...withoutProxy(),
    NODE_ENV: dev ? 'development' : 'production',
    DEMO_PID: String(process.pid),
    // The app, for the sandbox's presenter's console.
    SANDBOX_MERCHANT_URL: settings.env.NEXTAUTH_URL,
  }
  parseEnv(env)
  await requireLoopback()
  await requirePort('PORT', port)
  if (startsSandbox) await requirePort('SANDBOX_PORT', sandboxPort)
  if (startsSandbox && !existsSync(join(BIN, 'verification-sandbox')))
    throw new DemoError('There is no sandbox here: set VERIFICATION_BASE_URL to the service.')
  // The database checks its port itself: one of a killed demo may still be stopping, and it waits for that.

  const unfinished = join(dataDir, 'history-unfinished')
  // Half a history isn't worth keeping.
  if (options.reset || existsSync(unfinished)) {
    requireUnused(dataDir)
    for (const folder of ['postgres', 'sandbox'])
      rmSync(join(dataDir, folder), { recursive: true, force: true })
  }
  rmSync(unfinished, { force: true })
  mkdirSync(dataDir, { recursive: true })
  const isNew = startsDatabase && startsSandbox && !existsSync(join(dataDir, 'postgres'))
  const addsHistory = isNew && !dev && !options.empty
  if (addsHistory) writeFileSync(unfinished, '')

  const startedAt = new Date()
  const isBuilding = !dev && needsBuild(env)
  const build = isBuilding ? run('build', [join(BIN, 'next'), 'build'], env) : Promise.resolve()
  await Promise.all([build, prepareData()])
  if (isBuilding) markBuilt(startedAt)

  const app = [join(BIN, 'next'), dev ? 'dev' : 'start', '-p', String(port), '-H', '127.0.0.1']
  await untilReady(start('app', app, env), `http://127.0.0.1:${port}/api/health/ready`)
  console.log(readyBox(settings))

  async function addHistory(): Promise<void> {
    console.log('Adding two weeks of history …')
    const calls = { VERIFICATION_CALLS_PER_MINUTE: '100000' }
    const history = [...TSX, 'scripts/demo-history.ts']
    await run('history', history, { ...env, ...calls }, { isQuiet: true })
    rmSync(unfinished)
  }

  async function prepareData(): Promise<void> {
    await Promise.all([
      startsDatabase && startDatabaseServer(settings),
      startsSandbox &&
        untilReady(
          start('sandbox', [join(BIN, 'verification-sandbox')], env),
          `http://127.0.0.1:${sandboxPort}/`,
        ),
    ])
    await migrate(env.DATABASE_URL ?? '')
    if (addsHistory) await addHistory()
  }
}

/** A demo on other ports may be running on this data. */
function requireUnused(dataDir: string): void {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  try {
    process.kill(pid, 0)
  } catch {
    return
  }
  throw new DemoError(`Process ${pid} still uses ${dataDir}: stop that demo first.`)
}

async function startDatabaseServer({ dataDir, databasePort }: Settings): Promise<void> {
  const database = await startDatabase({ dataDir, port: databasePort })
  stopDatabase = database.stop
  database.exited.then(() => fail(new DemoError('The database ended.')))
}

/** @param args for Node. @param isQuiet prints the output only if it fails. @param isTool may end by itself */
function start(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { isQuiet = false, isTool = false } = {},
): Part {
  if (isStopping) throw new DemoError('Stopping.')
  const preload = `--import=data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`
  // Detached, so that Ctrl-C reaches only this process, which stops the others in order.
  const child = spawn(process.execPath, [preload, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const kept: string[] = []
  for (const input of [child.stdout, child.stderr])
    if (input)
      createInterface({ input }).on('line', (line) => {
        if (isQuiet) kept.splice(0, kept.push(line) - KEPT_LINES)
        else console.log(`[${name}] ${line}`)
      })
  const part: Part = { name, child, ended: once(child, 'exit'), isStopping: false }
  child.once('exit', (code, signal) => {
    if (part.isStopping || (isTool && code === 0)) return
    for (const line of kept) console.log(`[${name}] ${line}`)
    fail(new DemoError(`The ${name} ended with ${signal ?? `exit code ${code}`}.`))
  })
  parts.push(part)
  return part
}

/** Runs a program until it ends. If it fails, everything stops. */
async function run(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { isQuiet = false } = {},
): Promise<void> {
  const [code] = await start(name, args, env, { isQuiet, isTool: true }).ended
  if (code !== 0) await failed
}

async function stop(part: Part): Promise<void> {
  part.isStopping = true
  const { child, ended } = part
  if (child.pid === undefined) return
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await Promise.race([ended, delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing of its group is left.
  }
}

async function untilReady({ name }: Part, url: string): Promise<void> {
  const endsAt = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    const answer = await look(url)
    if (answer === 'ready') return
    if (Date.now() > endsAt)
      throw new DemoError(`The ${name} wasn't ready after two minutes: ${url} gave ${answer}.`)
    await delay(100)
  }
}

/** With an agent of its own, so that no proxy from the environment gets the call. */
function look(url: string): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { agent: new Agent(), timeout: 5_000 }, (response) => {
      response.resume()
      const { statusCode = 0 } = response
      resolve(statusCode < 500 ? 'ready' : `status ${statusCode}`)
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', (error) => resolve(error.message || error.name))
  })
}

function withoutProxy() {
  const hosts = [process.env.no_proxy ?? process.env.NO_PROXY, 'localhost,127.0.0.1,::1']
  const list = hosts.filter(Boolean).join(',')
  return { NO_PROXY: list, no_proxy: list }
}

async function requireLoopback(): Promise<void> {
  const addresses = await lookup('localhost', { all: true }).catch(() => [])
  if (addresses.some(({ address }) => address === '127.0.0.1')) return
  throw new DemoError(
    '"localhost" must be 127.0.0.1 on this machine, and it isn\'t: add the line "127.0.0.1 localhost" to /etc/hosts.',
  )
}

async function requirePort(name: string, port: number): Promise<void> {
  if (!(await isPortFree(port)))
    throw new DemoError(`Port ${port} is in use: stop what uses it, or set ${name} to a free port.`)
  const signal = AbortSignal.timeout(1_000)
  const refusal = await fetch(`http://127.0.0.1:${port}/`, { signal }).catch((error) => error.cause)
  if (refusal instanceof Error && refusal.message === 'bad port')
    throw new DemoError(`Browsers refuse port ${port}: set ${name} to another one.`)
}

function readyBox({ env, port, sandboxPort, startsSandbox }: Settings): string {
  const lines = [
    ['Storefront', `http://localhost:${port}`],
    ['Staff sign-in', `http://localhost:${port}/admin/sign-in`],
    ...DEMO_USERS.map(({ email, role }) => ['', `${email}  (${role.toLowerCase()})`]),
    ['', `password: ${DEMO_PASSWORD}`],
    ...(startsSandbox
      ? [
          ['Service portal', `http://localhost:${sandboxPort}/portal`],
          // The sandbox seeds this account.
          ['', 'portal@example.com, password: sandbox-portal'],
          ['To present it', `http://localhost:${sandboxPort}/guide`],
        ]
      : [['Service', env.VERIFICATION_BASE_URL]]),
  ].map(([label = '', value = '']) => `${label.padEnd(16)}${value}`)
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  const box = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return [`┌${rule}┐`, ...box, `└${rule}┘`, 'Ready. Ctrl-C stops everything.'].join('\n')
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof EnvironmentError)
    return error.message.replace(/:\n\s*/, ': ').replace(/\n\s*/g, '; ')
  const known = [DemoError, SettingsError, DatabaseStartError, MigrationError]
  const isKnown = known.some((kind) => error instanceof kind)
  const isOption = 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code))
  return isKnown || isOption ? error.message : (error.stack ?? error.message)
}
