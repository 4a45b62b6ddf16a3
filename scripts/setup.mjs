// Prepares a fresh clone that has only Node and npm: runs `npm ci` and `prisma generate` where they are missing or out of date.
// `--browser` also makes sure that the end-to-end tests have a Chromium. Only `--lab` installs the lab's packages, which are a
// third of all packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.stdout.on('error', () => process.exit(1))

const INSTALLED = 'node_modules/.package-lock.json'
const CLIENT = 'lib/prisma-client/client.ts'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node 20.19 or newer is required; this is ${process.versions.node}.`)

const workspaces = ['sandbox', ...(process.argv.includes('--lab') ? ['lab'] : [])].filter(
  existsSync,
)

if (!isInstalled()) {
  const npm = process.env.npm_execpath
  const chosen = workspaces.map((folder) => `--workspace=${folder}`)
  const only = chosen.length ? ['--include-workspace-root', ...chosen] : ['--workspaces=false']
  // With NODE_ENV=production, npm would leave out development dependencies.
  const ci = ['ci', ...only, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  run('Install the packages', npm ? [process.execPath, npm, ...ci] : ['npm', ...ci])
}
if (changedAt(CLIENT) < Math.max(changedAt('prisma/schema.prisma'), changedAt(INSTALLED)))
  run('Generate the database client', bin('prisma', 'generate', '--no-hints'))
if (process.argv.includes('--browser') && !(await hasBrowser())) installBrowser()

/**
 * Compares npm's record of installed packages with the lock file. Looking for missing direct dependencies is enough, because a new
 * package in the lock file comes with a new one in a package.json.
 */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const [wanted, installed] = ['package-lock.json', INSTALLED].map(
    (path) => JSON.parse(readFileSync(path, 'utf8')).packages,
  )
  const direct = ['', ...workspaces].flatMap((folder) =>
    Object.keys({ ...wanted[folder]?.dependencies, ...wanted[folder]?.devDependencies }),
  )
  return (
    workspaces.every((folder) => installed[folder]) &&
    direct.every((name) => installed[`node_modules/${name}`]) &&
    Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version)
  )
}

async function hasBrowser() {
  const { chromium } = await import('@playwright/test')
  return existsSync(findChromium(chromium.executablePath()) ?? '')
}

function installBrowser() {
  const advice = 'If downloads are blocked here, set CHROMIUM_PATH to a Chromium or Chrome.'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = 'apt-get update -q && apt-get install -q -y --no-install-recommends'
    const names = ['chromium-headless-shell', 'chromium'].map((name) => `${install} ${name}`)
    run('Install chromium (apt-get)', ['sh', '-c', names.join(' || ')], advice)
  } else run("Install Playwright's Chromium", bin('playwright', 'install', 'chromium'), advice)
}

/** Prints one line with the duration. On failure, prints the beginning of the command's output. */
function run(title, [program, ...args], advice = '') {
  const startedAt = Date.now()
  process.stdout.write(`• ${title} … `)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', CHECKPOINT_DISABLE: '1' }
  const { status, stdout, stderr, error } = spawnSync(program, args, { env, maxBuffer: 2 ** 26 })
  if (status === 0) return console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  console.log('failed')
  // npm's output ends with a page about its options, so the beginning matters.
  const output = (error?.message ?? `${stdout}${stderr}`).trim().split('\n').slice(0, 12)
  fail([...output, `${title}: failed. ${advice}`].join('\n'))
}

function bin(name, ...args) {
  return [process.execPath, `node_modules/.bin/${name}`, ...args]
}

function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
