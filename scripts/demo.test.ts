import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './database/folder-lock.ts'
import { findFreePort } from './ports.ts'
import { ROOT } from './settings.ts'

let dataDir: string
let ports: Record<string, string>
const started: ChildProcess[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  ports = {
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
    DATABASE_PORT: String(await findFreePort()),
  }
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs `npm run demo` until it exits. */
function runDemo(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ exitCode: number | null; error: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'demo', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...ports, DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.push(child)
    let error = ''
    child.stderr.on('data', (chunk) => {
      error += chunk
    })
    child.once('close', (exitCode) => resolve({ exitCode, error }))
  })
}

test.each(['PORT', 'SANDBOX_PORT', 'DATABASE_PORT'])(
  'a %s that is in use gives one clear line and exit code 1',
  async (name) => {
    const server = await listen(Number(ports[name]))
    expect(await runDemo({})).toEqual({
      exitCode: 1,
      error: `Port ${ports[name]} is in use: stop what uses it, or set ${name} to a free port.\n`,
    })
    await new Promise((resolve) => server.close(resolve))
  },
)

test.each([
  [
    'a malformed port',
    { PORT: 'http' },
    'PORT must be a port number from 1 to 65535; it is "http".',
  ],
  [
    'a malformed variable',
    { VERIFICATION_TEMPLATE_ID: 'kyc' },
    'Invalid environment variables (see .env.example): VERIFICATION_TEMPLATE_ID must be the UUID of a published template (O2)',
  ],
  [
    'a missing variable',
    { CRON_SECRET: '' },
    'Invalid environment variables (see .env.example): CRON_SECRET must have at least 24 characters',
  ],
])('%s gives one clear line and exit code 1', async (_what, env, line) => {
  expect(await runDemo(env)).toEqual({ exitCode: 1, error: `${line}\n` })
})

test.each([[[]], [['--reset']]])(
  'a second demo on the same data (%o) gives one clear line and changes nothing',
  async (args) => {
    const lock = await lockFolder(join(dataDir, 'demo'))
    const { exitCode, error } = await runDemo({}, args)
    expect(exitCode).toBe(1)
    expect(error).toMatch(new RegExp(`^Process ${process.pid} already runs on .*\\n$`))
    expect(readdirSync(dataDir)).toEqual(['demo.lock'])
    lock.release()
  },
)

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
