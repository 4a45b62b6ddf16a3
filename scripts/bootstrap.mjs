// Every npm command starts here, with nothing but Node installed: `node scripts/bootstrap.mjs <command>`.
// Checks the arguments, installs and generates what is missing or out of date, then runs the command in this process.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { COMMANDS, help, parseCommand, usage } from './commands.mjs'

const MINIMUM_NODE = [20, 19]
const INSTALLED_PACKAGES = 'node_modules/.package-lock.json'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const [name = 'help', ...args] = process.argv.slice(2)
requireNode()
if (name === 'help') {
  console.log(help())
  process.exit(0)
}
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command === undefined) fail(`There is no command "${name}". npm run help lists them.`)
requireKnownOptions()

if (!isInstalled()) await install()
if (!isGenerated()) await generate()

if (command.usesApp) process.exit(await runWithApp(command.file))
try {
  const { register } = await import('tsx/esm/api')
  register()
  const file = join(root, command.file)
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
} catch (error) {
  const isDamaged =
    error.code === 'ERR_MODULE_NOT_FOUND' && /package|node_modules/.test(error.message)
  if (!isDamaged) throw error
  // Node caches a failed import, so only a new process can use the repaired packages.
  rmSync(INSTALLED_PACKAGES)
  fail('The installed packages are damaged. Run the command again to reinstall them.')
}

/** In a process where `server-only` is an empty module, as in Next. @returns its exit code */
function runWithApp(file) {
  const nodeArgs = ['--conditions=react-server', '--import', 'tsx', file, ...args]
  const child = spawn(process.execPath, nodeArgs, { stdio: 'inherit' })
  const pass = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

function requireKnownOptions() {
  if (command.passesOn) return
  if (args.includes('--help')) {
    console.log(usage(name))
    process.exit(0)
  }
  try {
    parseCommand(name, args)
  } catch (error) {
    fail(error.message)
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor, minMinor] = MINIMUM_NODE
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  fail(`Node ${MINIMUM_NODE.join('.')} or newer is required; this is ${process.versions.node}.`)
}

/** Compares npm's record of what it installed with the lock file, and checks that each package is still there. */
function isInstalled() {
  const wanted = readPackages('package-lock.json') ?? {}
  const installed = readPackages(INSTALLED_PACKAGES)
  if (installed === null) return false
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (!path.startsWith('node_modules/')) return true
    if (installed[path] === undefined) return optional
    return installed[path].version === version && existsSync(join(path, 'package.json'))
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

async function install() {
  // With NODE_ENV=production, npm would skip the development dependencies.
  const npm = process.env.npm_execpath
  const installArgs = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  await step(
    'Install the packages',
    npm ? process.execPath : 'npm',
    npm ? [npm, ...installArgs] : installArgs,
  )
}

function schemaHash() {
  if (!existsSync('prisma/schema.prisma')) return null
  return createHash('sha256')
    .update(readFileSync('prisma/schema.prisma'))
    .update(readFileSync('node_modules/prisma/package.json'))
    .digest('hex')
}

function isGenerated() {
  const hash = schemaHash()
  if (hash === null) return true
  return existsSync('lib/prisma-client/client.ts') && readStamp() === hash
}

async function generate() {
  const prisma = ['node_modules/prisma/build/index.js', 'generate', '--no-hints']
  await step('Generate the database client', process.execPath, prisma, { CHECKPOINT_DISABLE: '1' })
  mkdirSync(dirname(stampFile()), { recursive: true })
  writeFileSync(stampFile(), schemaHash() ?? '')
}

function stampFile() {
  return 'node_modules/.cache/generated-from'
}

function readStamp() {
  try {
    return readFileSync(stampFile(), 'utf8')
  } catch {
    return null
  }
}

/** Runs a program quietly, with one line and its time. Shows its output only if it fails. */
async function step(title, program, programArgs, env = {}) {
  const startedAt = Date.now()
  const child = spawn(program, programArgs, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  // npm takes many seconds to stop. Killing it is safe: the next command repeats a half-finished install.
  const stop = () => {
    process.stdout.write('stopped\n')
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  process.stdout.write(`• ${title} … `)
  const exitCode = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
  if (exitCode !== 0) {
    process.stdout.write('failed\n')
    process.stderr.write(Buffer.concat(output))
    fail(`${title}: failed with exit code ${exitCode}.`)
  }
  process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
