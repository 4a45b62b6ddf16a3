// A short version of `npm run crash-test`: each process is killed once under load, and nothing is lost. The service
// redelivers what wasn't acknowledged (N8).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
// Without our fixtures, because this needs no browser and no app but the driver's own.
import { expect, test } from '@playwright/test'
import { ROOT } from '../fixtures/environment'
import { EXIT_WITH_PARENT } from '../fixtures/stack'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

test(
  'killing every process under load loses nothing, opens nothing twice and grants nothing wrongly',
  NEEDS,
  async () => {
    test.setTimeout(300_000)
    const options = ['--kills', '3', '--rate', '2', '--false-approvals', '0']
    const driver = spawn(
      process.execPath,
      [`--import=${EXIT_WITH_PARENT}`, 'scripts/bootstrap.mjs', 'crash-test', ...options],
      {
        cwd: ROOT,
        // Ends with this worker, along with everything it started.
        env: { ...process.env, SUPERVISED: '1' },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        detached: true,
      },
    )
    let said = ''
    for (const stream of [driver.stdout, driver.stderr])
      stream?.on('data', (chunk) => {
        said += chunk
      })
    await once(driver, 'close')
    expect(said).toContain('Nothing was lost.')
    expect(driver.exitCode).toBe(0)
  },
)
