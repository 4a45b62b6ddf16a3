import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findHolder, lockFolder } from './folder-lock.ts'

let home: string
let folder: string
const holders: ChildProcess[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'folder-lock-'))
  folder = join(home, 'database')
})
afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

/** Starts another process that takes the lock and prints "held <pid>" or "refused <pid of the holder>". */
async function lockElsewhere(): Promise<{ child: ChildProcess; answer: string }> {
  const script = `
    import { lockFolder } from './scripts/database/folder-lock.ts'
    lockFolder(process.env.FOLDER).then(
      () => { console.log('held ' + process.pid); setInterval(() => {}, 1000) },
      (error) => { console.log('refused ' + error.holderPid); setInterval(() => {}, 1000) },
    )`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(child)
  const [chunk] = await once(child.stdout, 'data')
  return { child, answer: String(chunk).trim() }
}

test('a second process is refused with the pid of the holder', async () => {
  const holder = await lockElsewhere()
  expect(holder.answer).toBe(`held ${holder.child.pid}`)
  await expect(lockFolder(folder)).rejects.toMatchObject({
    name: 'FolderLockedError',
    holderPid: holder.child.pid,
    message: `${folder} is in use by process ${holder.child.pid}`,
  })
  expect(findHolder(folder)).toBe(holder.child.pid)
})

test('kill -9 frees the lock immediately', async () => {
  const { child } = await lockElsewhere()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await lockFolder(folder)
  expect(findHolder(folder)).toBe(process.pid)
  lock.release()
})

test('a released lock can be taken again, but a held one cannot, not even by its holder', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toMatchObject({ holderPid: process.pid })
  lock.release()
  expect(findHolder(folder)).toBeNull()
  const again = await lockFolder(folder)
  again.release()
})

test('a process that reuses the pid of a dead holder does not hold the lock', async () => {
  mkdirSync(`${folder}.lock`, { recursive: true })
  writeFileSync(join(`${folder}.lock`, `${process.ppid}-1`), '')
  const lock = await lockFolder(folder)
  lock.release()
})

test('at most one of several processes that start together holds the folder', async () => {
  const answers = await Promise.all([lockElsewhere(), lockElsewhere(), lockElsewhere()])
  const held = answers.filter(({ answer }) => answer.startsWith('held'))
  expect(held.length).toBeLessThanOrEqual(1)
})
