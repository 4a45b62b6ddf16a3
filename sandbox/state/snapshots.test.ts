// Snapshots on disk: no name leads out of their folder, and a damaged one harms neither the state nor the next start.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { control, setUp } from '../testing/merchant.ts'

let dataDir: string
let folder: string
let scene: ReturnType<typeof setUp>
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  folder = join(dataDir, 'snapshots')
  scene = setUp({ dataDir })
})
afterEach(async () => {
  await scene.sandbox.close()
  rmSync(dataDir, { recursive: true })
})

const call = (method: string, path: string, body?: unknown) =>
  control(scene.sandbox, method, path, body)

/** Starts again on the same folder, as after a kill -9. */
async function startAgain(): Promise<void> {
  const before = scene
  scene = setUp({ dataDir })
  await before.sandbox.close()
}

test('a tenantId with a path reaches no file outside the folder', async () => {
  const victim = join(dataDir, 'victim.app.json')
  writeFileSync(victim, '[]')
  for (const tenantId of ['../victim', '..', 'x/../../victim', `${dataDir}/victim`]) {
    const query = `?tenantId=${encodeURIComponent(tenantId)}`
    expect((await call('DELETE', `/snapshots/app${query}`)).status).toBe(404)
    expect((await call('GET', `/snapshots${query}`)).status).toBe(404)
    expect((await call('POST', '/restore', { name: 'app', tenantId })).status).toBe(404)
    expect((await call('POST', '/snapshots', { name: 'app', tenantId })).status).toBe(404)
  }
  expect(existsSync(victim)).toBe(true)
})

test('a restore that fails changes nothing, in memory or on disk', async () => {
  const id = await scene.merchant.openedId()
  await call('POST', '/snapshots', { name: 'damaged' })
  const path = join(folder, 'damaged.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"status":"PENDING"', '"status":7'))
  expect((await call('POST', '/restore', { name: 'damaged' })).status).toBe(500)
  expect((await scene.merchant.status(id)).status).toBe(200)
  await startAgain()
  expect((await scene.merchant.status(id)).status).toBe(200)
})

test('a snapshot that was cut does not stop a start, and cannot be restored', async () => {
  const id = await scene.merchant.openedId({ referenceId: 'sandbox-auto:APPROVED' })
  await call('POST', '/snapshots', { name: 'whole' })
  await call('POST', '/snapshots', { name: 'cut' })
  const path = join(folder, 'cut.json')
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))
  await call('POST', '/reset', {})
  await startAgain()
  expect((await call('POST', '/restore', { name: 'cut' })).status).toBe(404)
  expect((await call('POST', '/restore', { name: 'whole' })).status).toBe(200)
  const url = (await scene.merchant.documents(id)).text.match(/http[^"]+/)?.[0] ?? ''
  expect((await scene.sandbox.app.request(url)).status).toBe(200)
})

test('a half-written snapshot is no snapshot, and the next start deletes it', async () => {
  await call('POST', '/snapshots', { name: 'whole' })
  expect(readdirSync(folder)).toEqual(['whole.json'])
  writeFileSync(join(folder, 'half.json.next'), '[["tenants"')
  await startAgain()
  expect((await call('GET', '/snapshots')).body.snapshots).toEqual(['whole'])
  expect(readdirSync(folder)).toEqual(['whole.json'])
})
