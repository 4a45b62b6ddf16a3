// Allows one sandbox per folder, because two would overwrite each other's journal. The owner keeps touching its file. Process ids
// wouldn't do, because they mean nothing in another container on the same volume, and Node has no flock.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const BEAT_MS = 500
/** An owner that is silent for this long counts as dead. A start after a kill takes that much longer. */
const SILENCE_MS = 4 * BEAT_MS
/** How long a start waits for a living owner, which may be stopping. */
const PATIENCE_MS = 3_000
const LOOK_MS = 50

/**
 * Locks the folder.
 * @param onLost called if another process took the folder over because this one was suspended for too long
 * @returns a function that releases the lock; null if a running sandbox has it
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
    // After a missed beat, wait on: the owner may have been killed while it was stopping.
    else if (nowMs - startedMs > PATIENCE_MS && nowMs - seen.atMs < 2 * BEAT_MS) return null
    else await setTimeout(LOOK_MS)
  }
  const beat = setInterval(() => {
    try {
      if (ownerOf(file) === token) return utimesSync(file, new Date(), new Date())
    } catch {
      // Too many files may be open. The next beat tries again. Until then, the journal checks on its own.
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

/** Removes a dead owner's lock, unless another process has just taken it over. */
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
