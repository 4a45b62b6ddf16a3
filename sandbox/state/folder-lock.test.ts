import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
let owner: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  owner = join(folder, 'owner')
})
afterEach(() => rmSync(folder, { recursive: true }))

const lost = () => {
  throw new Error('the lock is lost')
}
const container = (name: string) => ({ space: name, pid: 1, start: '1' })

test('a lock is released, and can then be taken again', async () => {
  const release = await lockFolder(folder, lost)
  release?.()
  const again = await lockFolder(folder, lost)
  expect(again).not.toBeNull()
  again?.()
})

test('a second one in the same process is refused', async () => {
  const release = await lockFolder(folder, lost)
  expect(await lockFolder(folder, lost)).toBeNull()
  release?.()
})

test('a second container on the same volume is refused, though both are process 1', async () => {
  const release = await lockFolder(folder, lost, container('first'))
  expect(await lockFolder(folder, lost, container('second'))).toBeNull()
  release?.()
})

test('the lock of a container that was killed is taken over once it shows no life', async () => {
  writeFileSync(owner, JSON.stringify({ ...container('killed'), token: 'x' }))
  const release = await lockFolder(folder, lost, container('next'))
  expect(release).not.toBeNull()
  release?.()
})

test('a dead process’s lock is taken over immediately, even if its id belongs to another by now', async () => {
  const first = await lockFolder(folder, lost)
  const own = JSON.parse(readFileSync(owner, 'utf8'))
  first?.()
  for (const dead of [{ pid: 999_999_999 }, { pid: process.ppid, start: '1' }]) {
    writeFileSync(owner, JSON.stringify({ ...own, ...dead }))
    const startedMs = Date.now()
    const release = await lockFolder(folder, lost)
    expect(release).not.toBeNull()
    expect(Date.now() - startedMs).toBeLessThan(1_000)
    release?.()
  }
})

test('an owner that was asleep while another took over learns that it has lost the folder', async () => {
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  const release = await lockFolder(folder, tell)
  writeFileSync(owner, JSON.stringify({ ...container('other'), token: 'x' }))
  await told
  release?.()
  expect(readFileSync(owner, 'utf8')).toContain('"x"')
})
