// Every npm command starts here: `node scripts/bootstrap.mjs <command>`, with nothing but Node.
// It installs and generates what is missing or out of date, then becomes the command, in this same process.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MINIMUM_NODE = [20, 19]
const COMMANDS = {
  demo: 'scripts/demo.ts',
  dev: 'scripts/dev.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  e2e: 'scripts/e2e.ts',
  screenshots: 'scripts/screenshots.ts',
  conformance: 'e2e/conformance/main.ts',
  bench: 'lab/bench/main.ts',
  mutation: 'lab/mutation/main.ts',
  build: 'scripts/build-standalone.ts',
  'deployment-test': 'lab/deployment-test/main.ts',
  'crash-test': 'lab/crash-test/main.ts',
  fuzz: 'lab/fuzz/main.ts',
  strip: 'scripts/strip/main.ts',
  doctor: 'scripts/doctor.ts',
  retention: 'scripts/retention.ts',
  'staff:invite': 'scripts/invite-staff.ts',
  'db:migrate': 'scripts/database/migrate.ts',
  'db:new': 'scripts/database/new-migration.ts',
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const [command = '', ...args] = process.argv.slice(2)
requireNode()
const file = COMMANDS[command]
if (file === undefined)
  fail(`Unknown command "${command}". There are: ${Object.keys(COMMANDS).join(', ')}.`)

if (!isInstalled()) await install()
if (!isGenerated()) await generate()

const { register } = await import('tsx/esm/api')
register()
process.argv = [process.execPath, join(root, file), ...args]
await import(pathToFileURL(join(root, file)).href)

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor, minMinor] = MINIMUM_NODE
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  fail(`Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`)
}

/** npm keeps its own record of what it installed; it is compared with what the lock file asks for. */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  if (installed === null) return false
  return Object.entries(wanted ?? {}).every(
    ([path, { version, optional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (optional && installed[path] === undefined),
  )
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

async function install() {
  // The tools are development dependencies, which NODE_ENV=production would leave out.
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

/** Runs a program quietly, with one line and its time; its output is shown only when it fails. */
async function step(title, program, programArgs, env = {}) {
  process.stdout.write(`• ${title} … `)
  const startedAt = Date.now()
  const child = spawn(program, programArgs, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  let wasInterrupted = false
  const forward = (signal) => {
    wasInterrupted = true
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  const exitCode = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward)
  if (wasInterrupted) {
    process.stdout.write('stopped\n')
    process.exit(1)
  }
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
