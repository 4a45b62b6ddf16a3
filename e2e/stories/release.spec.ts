// A form that is open during a release is still taken, because both builds give its action the same id. What two builds do
// with each other's forms is tested in the lab.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { ROOT } from '../../scripts/settings'
import { OWN_APP } from '../fixtures/environment'
import { listActions, readManifest } from '../fixtures/server-actions'
import { expect, test } from '../fixtures/test'

test("an action's id depends on nothing but the build's key, its file, its name and its parameters", {
  tag: OWN_APP,
}, () => {
  const { encryptionKey } = readManifest()
  expect(listActions().length).toBeGreaterThan(3)
  for (const [action, id] of listActions()) {
    const hash = createHash('sha1').update(encryptionKey + action.replace('#', ':'))
    // The first byte says which parameters the action reads. The names are listed in access.spec.ts.
    expect(id.slice(2), action).toBe(hash.digest('hex'))
  }
})

test('there is no build without the key that the next one needs too', () => {
  const env = { ...process.env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: undefined }
  const build = spawnSync(process.execPath, ['next.config.js', 'build'], { cwd: ROOT, env })
  expect(String(build.stderr)).toContain('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is missing')
  expect(build.status).toBe(1)
})
