import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { temporaryFolder } from '../testing/machine.ts'
import { control, setUp } from '../testing/merchant.ts'
import { startReceiver } from '../testing/receiver.ts'

let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder()
})

const journal = () => join(dataDir, 'journal.jsonl')

async function restarted<T>(work: (again: ReturnType<typeof setUp>) => Promise<T>): Promise<T> {
  const again = setUp({ dataDir })
  try {
    return await work(again)
  } finally {
    await again.sandbox.close()
  }
}

test('inquiries, pictures, an Idempotency-Key, a planned fault and a frozen clock survive a restart', async () => {
  const headers = { 'idempotency-key': 'k' }
  const before = await restarted(async ({ merchant, sandbox }) => {
    sandbox.clock.freeze(DEMO_TENANT.id)
    const id = await merchant.completedId('APPROVED', {}, { referenceId: 'kept' })
    const { body } = await merchant.open({}, headers)
    await control(sandbox, 'POST', '/faults', { target: 'api', kind: 'server-error' })
    return { id, opened: body, now: sandbox.clock.nowIso(DEMO_TENANT.id) }
  })
  await restarted(async ({ merchant, sandbox }) => {
    expect(sandbox.clock.nowIso(DEMO_TENANT.id)).toBe(before.now)
    expect((await merchant.open({}, headers)).status).toBe(503)
    expect((await merchant.open({}, headers)).body).toEqual(before.opened)
    const { body } = await merchant.status(before.id)
    expect(body).toMatchObject({ status: 'APPROVED', referenceId: 'kept' })
    const picture = await sandbox.app.request(await merchant.pictureUrl(before.id))
    expect(await picture.text()).toContain('SPECIMEN')
  })
})

test('a folder that first started without a webhook URL uses the URL of a later start', async () => {
  await restarted(({ merchant }) => merchant.openedId())
  const receiver = await startReceiver()
  const { sandbox, merchant } = setUp({ dataDir, webhookUrl: receiver.url })
  await merchant.completedId()
  await sandbox.close()
  expect(receiver.kinds()).toEqual(['inquiry.approved'])
})

test('a delivery that is due when the sandbox ends is sent after the next start', async () => {
  const receiver = await startReceiver()
  const options = { dataDir, webhookUrl: receiver.url }
  receiver.answerWith(503)
  const before = setUp(options)
  await before.merchant.completedId()
  await before.sandbox.close()
  receiver.answerWith(200)
  const { sandbox } = setUp(options)
  await control(sandbox, 'POST', '/clock/advance', { seconds: 60 })
  await sandbox.close()
  expect(receiver.received.map(({ status }) => status)).toEqual([503, 200])
})

test('an incomplete last line is discarded, and the lines before it are kept', async () => {
  const id = await restarted(({ merchant }) => merchant.openedId())
  appendFileSync(journal(), '[["inquiries","torn",{"id":"to')
  await restarted(async ({ merchant }) => {
    expect((await merchant.status(id)).status).toBe(200)
  })
  expect(readFileSync(journal(), 'utf8')).not.toContain('torn')
})

test('an entity that the next start could not read is never stored or written, alone or in a commit', async () => {
  const { tenant, size } = await restarted(async ({ sandbox: { store } }) => {
    const tenant = store.tenants.require(DEMO_TENANT.id)
    const size = readFileSync(journal()).byteLength
    const another = [...store.tenants.values()].find(({ id }) => id !== tenant.id)
    if (!another) throw new Error('nothing else is seeded')
    const undated = { ...tenant, name: 'Undated', createdAt: 'yesterday' }
    expect(() => store.tenants.put(undated)).toThrow(/createdAt/)
    const commit = () =>
      store.transaction(() => {
        store.tenants.put({ ...tenant, name: 'Half' })
        store.tenants.delete(another.id)
        store.tenants.put(undated)
      })
    expect(commit).toThrow(/createdAt/)
    expect(store.tenants.require(DEMO_TENANT.id)).toEqual(tenant)
    expect(store.tenants.require(another.id)).toEqual(another)
    return { tenant, size }
  })
  expect(readFileSync(journal()).byteLength).toBe(size)
  await restarted(async ({ sandbox }) => {
    expect(sandbox.store.tenants.require(DEMO_TENANT.id)).toEqual(tenant)
  })
})

test('a change that cannot be written is not made', async () => {
  const { sandbox } = setUp({ dataDir })
  const [tenant] = sandbox.store.tenants.values()
  if (!tenant) throw new Error('nothing is seeded')
  await sandbox.close()
  const renamed = { ...tenant, name: 'Renamed' }
  const { store } = sandbox
  expect(() => store.tenants.put(renamed)).toThrow('The journal is closed.')
  expect(() => store.transaction(() => store.tenants.put(renamed))).toThrow('closed')
  expect(store.tenants.require(tenant.id).name).toBe(tenant.name)
})

test('a start deletes pictures that no entity refers to', async () => {
  await restarted(async ({ merchant, sandbox }) => {
    await merchant.completedId()
    await control(sandbox, 'POST', '/reset', {})
  })
  await restarted(async () => undefined)
  expect(readdirSync(join(dataDir, 'artifacts'))).toEqual([])
})
