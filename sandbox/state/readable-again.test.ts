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

test('a clock cannot be advanced past its last year, and no date has more than four digits in its year', async () => {
  await startAgainAfter(async ({ sandbox, merchant }) => {
    const { id: tenantId } = DEMO_TENANT
    const decade = { seconds: 10 * 365 * 24 * 60 * 60 }
    const late = { at: '9890-01-01T00:00:00Z' }
    expect((await control(sandbox, 'POST', '/clock/set', { ...late, tenantId })).status).toBe(200)
    await control(sandbox, 'POST', '/clock/resume', { tenantId })
    const statuses = []
    for (let decades = 0; decades < 3; decades += 1) {
      const advanced = await control(sandbox, 'POST', '/clock/advance', { ...decade, tenantId })
      statuses.push(advanced.status)
    }
    expect(statuses).toEqual([200, 400, 400])
    // A tenant's clock runs on top of the sandbox's, which takes it along.
    for (let decades = 0; decades < 12; decades += 1) {
      await control(sandbox, 'POST', '/clock/advance', decade)
    }
    const { body } = await merchant.status(await merchant.openedId())
    expect(body.expiresAt).toMatch(/^9900-/)
  })
})
