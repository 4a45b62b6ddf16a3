import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/machine.ts'
import { lockFolder } from './folder-lock.ts'

let folder: string
let owner: string
beforeEach(() => {
  folder = temporaryFolder()
  owner = join(folder, 'owner')
})

const lost = () => {
  throw new Error('the lock is lost')
}

test('a second sandbox is refused while the first one is alive', async () => {
  const release = await lockFolder(folder, lost)
  expect(await lockFolder(folder, lost)).toBeNull()
  release?.()
})

test('a start waits for a lock that is being released', async () => {
  const release = await lockFolder(folder, lost)
  const next = lockFolder(folder, lost)
  release?.()
  const taken = await next
  expect(taken).not.toBeNull()
  taken?.()
})

test('a start that waits for an owner takes over if the owner is killed meanwhile', async () => {
  writeFileSync(owner, 'alive')
  const beats = setInterval(() => utimesSync(owner, new Date(), new Date()), 100)
  // So late that the start's patience ends before the owner has been silent long enough to count as dead.
  setTimeout(() => clearInterval(beats), 1_500)
  const taken = await lockFolder(folder, lost)
  expect(taken).not.toBeNull()
  taken?.()
})

test('of two starts that find a killed owner’s lock, one takes it over', async () => {
  writeFileSync(owner, 'killed')
  const locks = await Promise.all([lockFolder(folder, lost), lockFolder(folder, lost)])
  expect(locks.filter((release) => release !== null)).toHaveLength(1)
  for (const release of locks) release?.()
})

test('an owner that slept while another process took over learns that it has lost the folder', async () => {
  let tell = () => {}
  const notified = new Promise<void>((resolve) => {
    tell = resolve
  })
  const release = await lockFolder(folder, tell)
  writeFileSync(owner, 'another')
  await notified
  release?.()
  expect(readFileSync(owner, 'utf8')).toBe('another')
})
