// One sandbox per folder, because two would overwrite each other's journal. The owner keeps touching its file, which is the
// only sign that another container on the same volume can see: process ids mean nothing there, and Node has no flock.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const BEAT_MS = 500
/** An owner is dead if it shows no life for so long, so a start after a kill takes that much longer. */
const SILENCE_MS = 4 * BEAT_MS
/** How long a start waits for an owner that is alive, because it may be stopping. */
const PATIENCE_MS = 3_000
const LOOK_MS = 50

/**
 * Locks the folder, and returns the function that releases it, or null if a running sandbox has it.
 * @param onLost called if another took the folder over, because this process was asleep for too long.
 */
export async function lockFolder(folder: string, onLost: () => void): Promise<(() => void) | null> {
  const file = join(folder, 'owner')
  const token = randomUUID()
  const startedMs = performance.now()
  let seen = { owner: ownerOf(file), beat: beatOf(file), atMs: startedMs }
  while (!take(file, token)) {
    const nowMs = performance.now()
    const [owner, beat] = [ownerOf(file), beatOf(file)]
    if (owner !== seen.owner || beat !== seen.beat) seen = { owner, beat, atMs: nowMs }
    if (nowMs - seen.atMs > SILENCE_MS) remove(file, owner)
    // If the beat has just stopped, the owner may have been killed while it stopped.
    else if (nowMs - startedMs > PATIENCE_MS && nowMs - seen.atMs < 2 * BEAT_MS) return null
    else await setTimeout(LOOK_MS)
  }
  const beat = setInterval(() => {
    try {
      if (ownerOf(file) === token) return utimesSync(file, new Date(), new Date())
    } catch {
      // Too many files may be open. The next beat tries again, and the journal looks for itself.
      return
    }
    clearInterval(beat)
    onLost()
  }, BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    if (ownerOf(file) === token) rmSync(file, { force: true })
  }
}

/** Exclusive creation (`wx`) is atomic. */
function take(file: string, token: string): boolean {
  try {
    writeFileSync(file, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes the lock only if the dead owner still has it: another process may just have taken over. */
function remove(file: string, owner: string | null): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return
    throw error
  }
  if (ownerOf(aside) === owner) rmSync(aside)
  else renameSync(aside, file)
}

function ownerOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

function beatOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
