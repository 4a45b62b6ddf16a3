// Runs the sandbox's battery for webhook receivers against the app.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../../scripts/settings'
import { environment } from '../fixtures/environment'

const BIN = join(ROOT, 'node_modules/.bin/verification-sandbox')

test('the receiver passes the battery', () => {
  test.skip(!existsSync(BIN), 'The battery is a command of the sandbox, which is not here.')
  const url = `${environment.appUrl}/api/webhooks/verification`
  const { VERIFICATION_WEBHOOK_SECRET } = environment
  const battery = spawnSync(process.execPath, [BIN, 'battery', '--url', url], {
    env: { ...process.env, VERIFICATION_WEBHOOK_SECRET },
  })
  expect(battery.status, `${battery.stdout}${battery.stderr}`).toBe(0)
})
