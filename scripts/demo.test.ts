import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort, listen } from './ports.ts'
import { ROOT, readExample } from './settings.ts'

const ARGS = ['--conditions=react-server', '--import', 'tsx', 'scripts/demo.ts']

/** With a service elsewhere, the demo needs no sandbox, which may be gone. */
const ELSEWHERE = {
  VERIFICATION_BASE_URL: 'http://localhost:9',
  VERIFICATION_SDK_URL: 'http://localhost:9/sdk/v1.js',
  VERIFICATION_ARTIFACT_ORIGINS: 'http://localhost:9',
}

async function startDemo(variables: Record<string, string>, options: string[] = []) {
  const env = {
    ...process.env,
    ...readExample(),
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
    DATABASE_PORT: String(await findFreePort()),
    DATA_DIR: join(tmpdir(), 'never-made'),
    ...variables,
  }
  const { status, stderr } = spawnSync(process.execPath, [...ARGS, ...options], { cwd: ROOT, env })
  return { status, stderr: stderr.toString() }
}

test.each([
  [
    { ...ELSEWHERE, DATA_DIR: import.meta.filename },
    `${import.meta.filename} can't be used (EEXIST): set DATA_DIR to a folder of yours.\n`,
  ],
  [{ SANDBOX_PORT: '6666' }, 'Browsers refuse port 6666: set SANDBOX_PORT to another one.\n'],
  [
    { VERIFICATION_TEMPLATE_ID: 'kyc', CRON_SECRET: 'short' },
    'Invalid environment variables (see .env.example):\n  VERIFICATION_TEMPLATE_ID must be the UUID of a published template (O2)\n  CRON_SECRET must have at least 24 characters\n',
  ],
])('the demo refuses %o, says why, and exits with code 1', async (variables, stderr) => {
  expect(await startDemo(variables)).toEqual({ status: 1, stderr })
})

test.skipIf(process.getuid?.() === 0)('a folder that nobody may write to is refused', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'demo-'))
  chmodSync(DATA_DIR, 0o500)
  const stderr = `${DATA_DIR} can't be used (EACCES): set DATA_DIR to a folder of yours.\n`
  expect(await startDemo({ ...ELSEWHERE, DATA_DIR })).toEqual({ status: 1, stderr })
  rmdirSync(DATA_DIR)
})

test('an error after the start takes one line, which names the log', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'demo-'))
  const server = createServer()
  const DATABASE_PORT = String(await listen(server))
  // Without a build.
  expect(await startDemo({ ...ELSEWHERE, DATA_DIR, DATABASE_PORT }, ['--dev'])).toEqual({
    status: 1,
    stderr: `Port ${DATABASE_PORT} is in use: stop what uses it, or set DATABASE_PORT to a free port. Read the end of ${DATA_DIR}/demo.log for details.\n`,
  })
  server.close()
  rmSync(DATA_DIR, { recursive: true })
})

test('the demo refuses a port that is in use', async () => {
  const server = createServer()
  const PORT = String(await listen(server))
  expect(await startDemo({ PORT })).toEqual({
    status: 1,
    stderr: `Port ${PORT} is in use: stop what uses it, or set PORT to a free port.\n`,
  })
  server.close()
})
