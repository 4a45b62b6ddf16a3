// One sandbox for one folder: two would overwrite each other's journal.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockSync } from 'proper-lockfile'

/** Takes the folder, or returns null when a living process has it. A killed one's lock is taken over at once. */
export function lockFolder(folder: string): (() => void) | null {
  const owner = join(folder, 'owner.pid')
  const lock = () => {
    const release = lockSync(folder)
    writeFileSync(owner, String(process.pid))
    return release
  }
  try {
    return lock()
  } catch {
    if (existsSync(owner) && isAlive(Number(readFileSync(owner, 'utf8')))) return null
  }
  // Its owner was killed before it could let go.
  rmSync(`${folder}.lock`, { recursive: true, force: true })
  try {
    return lock()
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
