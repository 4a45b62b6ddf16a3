// One sandbox per folder, because two would overwrite each other's journal. The owner's file names its process and shows
// life: two containers on one volume are both process 1, and can't see each other's processes.
import { randomUUID } from 'node:crypto'
import {
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'

const BEAT_MS = 500
/** An owner in another container is dead if it shows no life for so long. */
const SILENCE_MS = 5 * BEAT_MS

const ownerSchema = z.object({
  /** Where its process id counts: the id of its pid namespace, or its host. */
  space: z.string(),
  pid: z.number(),
  /** Another process may have a dead owner's id by now. Empty where the system doesn't tell. */
  start: z.string(),
  token: z.string(),
})
type Owner = z.infer<typeof ownerSchema>

/**
 * Locks the folder, and returns the function that releases it, or null if a running sandbox has it.
 * @param onLost called if another took the folder over, because this process was asleep for too long.
 */
export async function lockFolder(
  folder: string,
  onLost: () => void,
  self: Omit<Owner, 'token'> = { space: space(), pid: process.pid, start: startOf(process.pid) },
): Promise<(() => void) | null> {
  const file = join(folder, 'owner')
  const own = { ...self, token: randomUUID() }
  if (!take(file, own)) {
    const owner = readOwner(file)
    if (owner && (await isAlive(owner, self, file))) return null
    if (!remove(file, owner) || !take(file, own)) return null
  }
  const beat = setInterval(() => {
    if (readOwner(file)?.token === own.token) return touch(file)
    clearInterval(beat)
    onLost()
  }, BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    if (readOwner(file)?.token === own.token) rmSync(file, { force: true })
  }
}

async function isAlive(owner: Owner, self: Omit<Owner, 'token'>, file: string): Promise<boolean> {
  if (owner.space === self.space) return isRunning(owner)
  const before = beatOf(file)
  await setTimeout(SILENCE_MS)
  return beatOf(file) !== before
}

function isRunning({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isErrorCode(error, 'EPERM')) return false
  }
  const current = startOf(pid)
  return start === '' || current === '' || current === start
}

/** Exclusive creation (`wx`) is atomic. */
function take(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes the lock only if the dead owner still has it: another process may just have taken over. */
function remove(file: string, owner: Owner | null): boolean {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return true
    throw error
  }
  const isTheirs = readOwner(aside)?.token === owner?.token
  if (isTheirs) rmSync(aside)
  else renameSync(aside, file)
  return isTheirs
}

/** Null if there is none, or only half of one, which its owner died while writing. */
function readOwner(file: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

const touch = (file: string): void => utimesSync(file, new Date(), new Date())

function beatOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function space(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
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
