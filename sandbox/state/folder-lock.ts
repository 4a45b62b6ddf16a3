// One sandbox per folder, because two would overwrite each other's journal.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Locks the folder, or returns null if a running process holds it. Takes over a dead process's lock immediately. */
export function lockFolder(folder: string): (() => void) | null {
  const file = join(folder, 'owner.pid')
  const release = () => rmSync(file, { force: true })
  if (take(file)) return release
  const owner = readOwner(file)
  if (isAlive(owner) || !removeLockOf(owner, file)) return null
  return take(file) ? release : null
}

/** Removes the lock only if the dead owner still holds it: another process may just have taken over. */
function removeLockOf(owner: number, file: string): boolean {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return false
    throw error
  }
  const isTheirs = Object.is(readOwner(aside), owner)
  if (isTheirs) rmSync(aside)
  else renameSync(aside, file)
  return isTheirs
}

/** Exclusive creation (`wx`) is atomic. */
function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

function readOwner(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return Number.NaN
  }
}

function isAlive(pid: number): boolean {
  // A container's process has the same id on every start, so an owner with our id was an earlier run.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrorCode(error, 'EPERM')
  }
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
