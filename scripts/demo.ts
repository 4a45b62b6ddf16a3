// `npm run demo` starts the database, the sandbox and the app, and stops all three on Ctrl-C or SIGTERM. `npm run dev` does the
// same with `next dev`. `-- --reset` deletes the data first; `-- --empty` leaves out the two weeks of history; with `-- --phone`, a
// phone on the local network can continue a check, and reaches nothing else. The terminal shows each step with its time. What the
// programs print goes to DATA_DIR/demo.log.
import { lookup } from 'node:dns/promises'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parseEnv } from '../lib/runtime/env.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../lib/staff/demo-people.ts'
import { SITE } from '../site.ts'
import { makeFolder, startDatabase } from './database.ts'
import { databaseName, migrate } from './migrate.ts'
import { isPortFree } from './ports.ts'
import { Program } from './program.ts'
import { CommandError, isForTerminal, ROOT, readSettings, type Settings } from './settings.ts'

const NODE = process.execPath
const BIN = join(ROOT, 'node_modules/.bin')
const BUILD_ID = join(ROOT, '.next/BUILD_ID')

/** Everything that was started. It is stopped in reverse order. */
const started: { stop(): Promise<void> }[] = []
let isStopping = false
/** Where the programs' output goes; null until its folder is there. */
let logFile: string | null = null
let fail: (error: unknown) => void
const failed = new Promise<never>((_, reject) => {
  fail = reject
})
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  // The output's reader has gone, as in `npm run demo | head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => resolve())
  // On a signal, npm's shell dies without passing it on, and this process gets a new parent.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && resolve(), 500).unref()
})

try {
  await Promise.race([interrupted, failed, startAll().then(() => failed)])
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
}
isStopping = true
for (const part of started.reverse()) await part.stop()
process.exit()

async function startAll(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      dev: { type: 'boolean' },
      reset: { type: 'boolean' },
      empty: { type: 'boolean' },
      phone: { type: 'boolean' },
    },
  })
  const dev = options.dev === true
  const settings = readSettings(process.env, { dev })
  const { port, sandboxPort, databasePort, dataDir, startsDatabase, startsSandbox } = settings
  const env: NodeJS.ProcessEnv = {
    ...settings.env,
    ...withoutProxy(),
    NODE_ENV: dev ? 'development' : 'production',
    // The presenter's console in the sandbox opens the app here.
    SANDBOX_MERCHANT_URL: settings.env.NEXTAUTH_URL,
    ...(options.phone && {
      SANDBOX_PHONE_URL:
        settings.env.SANDBOX_PHONE_URL || `http://${localAddress()}:${sandboxPort}`,
    }),
  }
  if (options.phone && !startsSandbox)
    throw new CommandError(
      '--phone opens the sandbox to a phone, and VERIFICATION_BASE_URL names another service.',
    )
  parseEnv(env)
  const ports = [
    port,
    ...(startsSandbox ? [sandboxPort] : []),
    ...(startsDatabase ? [databasePort] : []),
  ]
  if (new Set(ports).size < ports.length)
    throw new CommandError('PORT, SANDBOX_PORT and DATABASE_PORT have to be different.')
  if (!startsDatabase)
    console.log(`Database: ${databaseName(env.DATABASE_URL ?? '')}, from DATABASE_URL`)
  await requireLoopback()
  await requirePort('PORT', port)
  if (startsSandbox) await requirePort('SANDBOX_PORT', sandboxPort)
  if (startsSandbox && !existsSync(join(BIN, 'verification-sandbox')))
    throw new CommandError('There is no sandbox here: set VERIFICATION_BASE_URL to the service.')
  // startDatabase checks the database's port itself. If a killed demo's database is still stopping, it waits.

  const unfinished = join(dataDir, 'history-unfinished')
  // Incomplete history is deleted.
  if (options.reset || existsSync(unfinished)) {
    requireUnused(dataDir)
    for (const folder of ['postgres', 'sandbox'])
      rmSync(join(dataDir, folder), { recursive: true, force: true })
  }
  makeFolder(dataDir)
  logFile = join(dataDir, 'demo.log')
  writeFileSync(logFile, '')
  console.log(`Details: ${logFile}`)
  rmSync(unfinished, { force: true })
  const isNew = startsDatabase && startsSandbox && !existsSync(join(dataDir, 'postgres'))
  const addsHistory = isNew && !dev && !options.empty
  if (addsHistory) writeFileSync(unfinished, '')

  const build = async () => {
    const startedAt = new Date()
    await timed('Build the app', start('build', ['next', 'build'], env).succeed())
    // Next writes this file last. A source saved during the build may not be in the build, so date the file by the build's start.
    utimesSync(BUILD_ID, startedAt, startedAt)
  }
  await Promise.all([!dev && needsBuild() && build(), prepareData()])
  // A client may reuse an idle connection at the moment when Node closes it. Node would after five seconds.
  const mode = dev ? ['dev'] : ['start', '--keepAliveTimeout', '75000']
  const serveApp = ['next', ...mode, '-p', `${port}`, '-H', '127.0.0.1']
  const app = start('app', serveApp, env, { shown: dev })
  await timed('Start the app', serve(app, `http://127.0.0.1:${port}/api/health/ready`))
  if (options.phone)
    console.log(
      `Open to your local network: ${env.SANDBOX_PHONE_URL}/flow, the hosted flow and nothing else. Staff area, portal and control API answer this machine only. Anyone on that network who scans a check’s code can continue that check.`,
    )
  console.log(readyBox(settings))

  async function prepareData(): Promise<void> {
    await Promise.all([
      timed('Prepare the database', prepareDatabase()),
      startsSandbox && timed('Start the sandbox', serveSandbox()),
    ])
    if (addsHistory) await timed('Add two weeks of history', addHistory())
  }

  async function prepareDatabase(): Promise<void> {
    if (startsDatabase) await serveDatabase()
    await migrate(env.DATABASE_URL ?? '')
  }

  async function serveDatabase(): Promise<void> {
    const database = await startDatabase({ dataDir, port: databasePort })
    started.push(database)
    database.ended.then((reason) => fail(new CommandError(`The database ended: ${reason}`)))
  }

  /** Gives the sandbox's merchant the app's name, colour and logo, so that the hosted flow and the portal show them. */
  async function serveSandbox(): Promise<void> {
    const url = `http://127.0.0.1:${sandboxPort}`
    await serve(start('sandbox', ['verification-sandbox'], env), `${url}/`)
    const key = { 'x-api-key': env.VERIFICATION_API_KEY ?? '' }
    const answer = await fetch(`${url}/sandbox/keys/current`, { headers: key })
    // SANDBOX_CONTROL is off.
    if (!answer.ok) return
    const { tenantId } = z.object({ tenantId: z.string() }).parse(await answer.json())
    const [, color] =
      /--brand: (#\w{6});/.exec(readFileSync(join(ROOT, 'app/globals.css'), 'utf8')) ?? []
    const logo = readFileSync(join(ROOT, 'app/icon.svg'), 'base64')
    const brand = color && { color, logo: `data:image/svg+xml;base64,${logo}` }
    const set = await fetch(`${url}/sandbox/tenants/${tenantId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: SITE.name, brand }),
    })
    if (!set.ok)
      console.log(
        `The sandbox keeps its own brand, because it refuses the name in site.ts, the colour in app/globals.css or app/icon.svg: ${await set.text()}`,
      )
  }

  async function addHistory(): Promise<void> {
    const historyEnv = {
      ...env,
      // After a crash, the next start deletes unfinished history, so its commits needn't wait for the disk.
      DATABASE_URL: `${env.DATABASE_URL}&options=-c%20synchronous_commit%3Doff`,
      VERIFICATION_CALLS_PER_MINUTE: '100000',
    }
    const command = ['tsx', '--conditions=react-server', 'scripts/demo-history.ts']
    await start('history', command, historyEnv).succeed()
    rmSync(unfinished)
  }
}

/** @param options.shown whether the terminal shows its output too */
function start(
  name: string,
  [tool = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  { shown = false } = {},
): Program {
  if (isStopping) throw new CommandError('Stopping.')
  const onLine = (line: string) => {
    if (logFile) appendFileSync(logFile, `[${name}] ${line}\n`)
    if (shown) console.log(line)
  }
  const command = [NODE, join(BIN, tool), ...args]
  const program = new Program(name, command, { env, onLine, quotes: !shown })
  started.push(program)
  return program
}

/** Prints a line with the duration when the step is done. */
async function timed(title: string, step: Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await step
  console.log(`• ${title} … ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** One line for the terminal. The stack of an unexpected error goes to the log. */
function lineOf(error: unknown): string {
  const isExplained = isForTerminal(error)
  const message = error instanceof Error ? error.message : String(error)
  if (!logFile) return isExplained || !(error instanceof Error) ? message : (error.stack ?? message)
  appendFileSync(logFile, `${error instanceof Error ? error.stack : message}\n`)
  return `${message}${message.includes('\n') ? '\n' : ' '}Read the end of ${logFile} for details.`
}

/** Resolves when the program answers. If the program ends later, everything stops. */
async function serve(program: Program, url: string): Promise<void> {
  program.ended.then(() => fail(program.failure(`ended with ${program.ending}`)))
  await program.answers(url)
}

/**
 * True if a source is newer than the last build. A deleted file counts too, because it changes its folder's time. Changes of the
 * environment need no build: the app reads it at start.
 */
function needsBuild(): boolean {
  if (!existsSync(BUILD_ID)) return true
  const files = readdirSync(ROOT).filter((name) => /(?<!\.d)\.(ts|js|mjs|json)$/.test(name))
  const folders = ['app', 'components', 'lib', 'messages'].flatMap((folder) => {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    return [folder, ...names.map((name) => join(folder, name))]
  })
  const builtAt = statSync(BUILD_ID).mtimeMs
  return [...files, ...folders].some(
    (path) => !path.endsWith('.test.ts') && statSync(join(ROOT, path)).mtimeMs > builtAt,
  )
}

/** Throws if a demo on other ports is already running on this data. */
function requireUnused(dataDir: string): void {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  try {
    process.kill(pid, 0)
  } catch {
    return
  }
  throw new CommandError(`Process ${pid} still uses ${dataDir}: stop that demo first.`)
}

/** This machine's first address on a local network. */
function localAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const found = addresses.find(
    ({ address, family, internal }) =>
      family === 'IPv4' && !internal && !address.startsWith('169.254.'),
  )
  if (found) return found.address
  throw new CommandError(
    'This machine is on no local network: connect it to the phone’s network, or leave out --phone.',
  )
}

function withoutProxy() {
  const hosts = [process.env.no_proxy ?? process.env.NO_PROXY, 'localhost,127.0.0.1,::1']
  const list = hosts.filter(Boolean).join(',')
  return { NO_PROXY: list, no_proxy: list }
}

async function requireLoopback(): Promise<void> {
  const addresses = await lookup('localhost', { all: true }).catch(() => [])
  if (addresses.some(({ address }) => address === '127.0.0.1')) return
  throw new CommandError(
    '"localhost" must be 127.0.0.1 on this machine, and it isn\'t: add the line "127.0.0.1 localhost" to /etc/hosts.',
  )
}

async function requirePort(name: string, port: number): Promise<void> {
  if (!(await isPortFree(port)))
    throw new CommandError(
      `Port ${port} is in use: stop what uses it, or set ${name} to a free port.`,
    )
  const signal = AbortSignal.timeout(1_000)
  const refusal = await fetch(`http://127.0.0.1:${port}/`, { signal }).catch((error) => error.cause)
  if (refusal instanceof Error && refusal.message === 'bad port')
    throw new CommandError(`Browsers refuse port ${port}: set ${name} to another one.`)
}

function readyBox({ env, port, sandboxPort, startsSandbox, startsDatabase }: Settings): string {
  const lines = [
    ['Storefront', `http://localhost:${port}`],
    ['Staff sign-in', `http://localhost:${port}/admin/sign-in`],
    ...DEMO_USERS.map(({ email, role }) => ['', `${email}  (${role.toLowerCase()})`]),
    ['', `password: ${DEMO_PASSWORD}`],
    ...(startsSandbox
      ? [
          ['Service portal', `http://localhost:${sandboxPort}/portal`],
          // The sandbox creates this account.
          ['', 'portal@example.com, password: sandbox-portal'],
          ['To present it', `http://localhost:${sandboxPort}/guide`],
        ]
      : [['Service', env.VERIFICATION_BASE_URL]]),
    ...(startsDatabase ? [] : [['Database', databaseName(env.DATABASE_URL ?? '')]]),
  ].map(([label = '', value = '']) => `${label.padEnd(16)}${value}`)
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  const box = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return [`┌${rule}┐`, ...box, `└${rule}┘`, 'Ready. Ctrl-C stops everything.'].join('\n')
}
