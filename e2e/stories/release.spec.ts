// A form that was open during a release is accepted, because both builds give its action the same id. The lab tests forms of two
// real builds.
import { createHash } from 'node:crypto'
import { OWN_BUILD } from '../fixtures/environment'
import { listActions, readManifest } from '../fixtures/server-actions'
import { expect, test } from '../fixtures/test'

test("an action's id depends on nothing but the build's key, its file, its name and its parameters", {
  tag: OWN_BUILD,
}, () => {
  const { encryptionKey } = readManifest()
  expect(listActions().length).toBeGreaterThan(3)
  for (const [action, id] of listActions()) {
    const hash = createHash('sha1').update(encryptionKey + action.replace('#', ':'))
    // The first byte says which parameters the action reads. access.spec.ts lists the names.
    expect(id.slice(2), action).toBe(hash.digest('hex'))
  }
})
