import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
let owner: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  owner = join(folder, 'owner.pid')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a lock of the test runner's parent looks like: this process's own lock with another id and start. */
const startOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''

test('a lock is released, and can then be taken again', () => {
  const release = lockFolder(folder)
  release?.()
  expect(lockFolder(folder)).not.toBeNull()
})

test('a running process keeps its lock', () => {
  writeFileSync(owner, `${process.ppid}`)
  expect(lockFolder(folder)).toBeNull()
})

test.runIf(process.platform === 'linux')(
  'a lock is stale if its process id now belongs to a process that started at another time',
  () => {
    writeFileSync(owner, `${process.ppid} ${startOf(process.ppid)}`)
    expect(lockFolder(folder)).toBeNull()
    writeFileSync(owner, `${process.ppid} 1`)
    expect(lockFolder(folder)).not.toBeNull()
    expect(readFileSync(owner, 'utf8')).toBe(`${process.pid} ${startOf(process.pid)}`)
  },
)
