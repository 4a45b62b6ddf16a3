// Whatever a request can store, the next start can read. A value that the schema refuses is refused when it's written.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, setUp } from '../testing/merchant.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** Runs `work`, and then starts again on the same folder as after a kill -9. */
async function startAgainAfter(work: (scene: ReturnType<typeof setUp>) => Promise<void>) {
  const before = setUp({ dataDir })
  await work(before)
  // As after a kill -9, nothing is written at the end.
  const { sandbox } = setUp({ dataDir })
  await before.sandbox.close()
  await sandbox.close()
}

test('an entity that the schema refuses is neither stored nor written, alone or in a commit', async () => {
  await startAgainAfter(async ({ sandbox: { store } }) => {
    const tenant = store.tenants.require(DEMO_TENANT.id)
    const undated = { ...tenant, name: 'Undated', createdAt: 'yesterday' }
    expect(() => store.tenants.put(undated)).toThrow(/createdAt/)
    const commit = () =>
      store.transaction(() => {
        store.tenants.put({ ...tenant, name: 'Half' })
        store.tenants.put(undated)
      })
    expect(commit).toThrow(/createdAt/)
    expect(store.tenants.require(DEMO_TENANT.id).name).toBe(DEMO_TENANT.name)
  })
})

test.each(['9999-12-31T23:00:00Z', '0000-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z'])(
  'a clock cannot be set to %s',
  async (at) => {
    await startAgainAfter(async ({ sandbox, merchant }) => {
      expect((await control(sandbox, 'POST', '/clock/set', { at })).status).toBe(400)
      await merchant.openedId()
    })
  },
)
