// One process per folder: two on the same database files silently destroy each other's rows. A killed process loses its
// lock immediately, without a timeout.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const CLAIM_ATTEMPTS = 4
const CLAIM_FILE_PATTERN = /^(\d+)-([\w.]+)$/

export class FolderLockedError extends Error {
  override name = 'FolderLockedError'
  constructor(
    readonly folder: string,
    readonly holderPid: number,
  ) {
    super(`${folder} is in use by process ${holderPid}`)
  }
}

export type FolderLock = { release: () => void }

/**
 * Locks the folder for this process, or throws FolderLockedError with the holder's pid.
 * Each process writes a claim with its pid and start time, then checks the other claims: if one belongs to a live process, it
 * withdraws its own. No later process has the pid and start time of a dead one, so any process may remove a dead process's
 * claim without a race. A single shared lock file can't offer that.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const claims = `${folder}.lock`
  mkdirSync(claims, { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const holderPid = claim(claims)
    if (holderPid === null) return heldBy(claims)
    if (attempt === CLAIM_ATTEMPTS) throw new FolderLockedError(folder, holderPid)
    // Two simultaneous claims may both have been withdrawn. A random delay lets one process go first.
    await delay(10 + Math.random() * 60)
  }
}

/**
 * Claims the folder for as long as this process lives, without excluding others.
 * @returns the pid of another live process that has claimed it, or null
 */
export function joinFolder(folder: string): number | null {
  const claims = `${folder}.lock`
  const own = ownClaim()
  mkdirSync(claims, { recursive: true })
  writeFileSync(join(claims, own), '')
  heldBy(claims)
  return findOtherClaimer(claims, own)
}

/** The pid of a live process that holds the folder, or null. Changes nothing. */
export function findHolder(folder: string): number | null {
  return findOtherClaimer(`${folder}.lock`, null)
}

function claim(claims: string): number | null {
  const own = ownClaim()
  try {
    writeFileSync(join(claims, own), '', { flag: 'wx' })
  } catch (error) {
    if (isCode(error, 'EEXIST')) return process.pid
    throw error
  }
  const holderPid = findOtherClaimer(claims, own)
  if (holderPid !== null) rmSync(join(claims, own), { force: true })
  return holderPid
}

function heldBy(claims: string): FolderLock {
  const file = join(claims, ownClaim())
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  return {
    release: () => {
      process.off('exit', release)
      release()
    },
  }
}

function findOtherClaimer(claims: string, own: string | null): number | null {
  for (const name of listClaims(claims)) {
    const match = CLAIM_FILE_PATTERN.exec(name)
    if (name === own || match?.[1] === undefined) continue
    const pid = Number(match[1])
    if (isAlive(pid) && startTimeOf(pid) === match[2]) return pid
    rmSync(join(claims, name), { force: true })
  }
  return null
}

function listClaims(claims: string): string[] {
  try {
    return readdirSync(claims)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}

function ownClaim(): string {
  return `${process.pid}-${startTimeOf(process.pid)}`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Distinguishes a process from a later one with the same pid. 'unknown' if the system doesn't say. */
function startTimeOf(pid: number): string {
  try {
    // Fields after the command's closing parenthesis; the command itself may contain spaces. Start time is field 22.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown'
  } catch {
    return startTimeByPs(pid)
  }
}

function startTimeByPs(pid: number): string {
  try {
    const startedAt = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return startedAt.trim().replace(/\W+/g, '_') || 'unknown'
  } catch {
    return 'unknown'
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
