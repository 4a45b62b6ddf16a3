// A form that is open during a release is still taken, because both builds give its action the same id. What two builds do
// with each other's forms is tested in the lab.
import { createHash } from 'node:crypto'
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
