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
function removeLockOf(owner: string, file: string): boolean {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return false
    throw error
  }
  const isTheirs = readOwner(aside) === owner
  if (isTheirs) rmSync(aside)
  else renameSync(aside, file)
  return isTheirs
}

/** Exclusive creation (`wx`) is atomic. */
function take(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${startOf(process.pid)}`.trim(), { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

/** The owner's process id and, where the system tells, when it started. */
function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(owner: string): boolean {
  const [pid, start] = owner.split(' ').map(Number)
  if (pid === undefined) return false
  // A container's process has the same id on every start, so an owner with our id was an earlier run.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isErrorCode(error, 'EPERM')) return false
  }
  // Another process may have the dead owner's id by now.
  const current = startOf(pid)
  return start === undefined || current === '' || Number(current) === start
}

/** When the process started, in clock ticks since the boot; empty where there is no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may contain anything. The start is the twentieth field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
