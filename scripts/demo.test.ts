import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort, listen } from './ports.ts'
import { ROOT, readExample } from './settings.ts'

const ARGS = ['--conditions=react-server', '--import', 'tsx', 'scripts/demo.ts']

async function startDemo(variables: Record<string, string>) {
  const env = {
    ...process.env,
    ...readExample(),
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
    DATABASE_PORT: String(await findFreePort()),
    DATA_DIR: join(tmpdir(), 'never-made'),
    ...variables,
  }
  const { status, stderr } = spawnSync(process.execPath, ARGS, { cwd: ROOT, env })
  return { status, stderr: stderr.toString() }
}

test.each([
  [{ SANDBOX_PORT: '6666' }, 'Browsers refuse port 6666: set SANDBOX_PORT to another one.\n'],
  [
    { VERIFICATION_TEMPLATE_ID: 'kyc', CRON_SECRET: 'short' },
    'Invalid environment variables (see .env.example):\n  VERIFICATION_TEMPLATE_ID must be the UUID of a published template (O2)\n  CRON_SECRET must have at least 24 characters\n',
  ],
])('the demo refuses %o, says why, and exits with code 1', async (variables, stderr) => {
  expect(await startDemo(variables)).toEqual({ status: 1, stderr })
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
