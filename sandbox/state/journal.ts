// The state on disk: one line of JSON per commit, appended before the response is sent. It survives a `kill -9`, because
// the kernel already has the bytes; a power cut can lose the last lines.
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** One change to one entity: collection, id and the new entity, or null if it was deleted. */
export type Change = readonly [collection: string, id: string, entity: unknown]

export interface Journal {
  append(changes: readonly Change[]): void
  /** Replaces everything: used for compaction, reset and restore. */
  rewrite(changes: readonly Change[]): void
  close(): void
}

/** The journal can't be read, and a person has to decide what to do about it. */
export class JournalError extends Error {
  override readonly name = 'JournalError'

  constructor(path: string, line: number, problem: string, cause: unknown) {
    super(`${path}: line ${line} ${problem}; move the file away to start over`, { cause })
  }
}

export const memoryJournal: Journal = { append() {}, rewrite() {}, close() {} }

/**
 * Opens a folder's journal and passes every commit in it to `replay`, oldest first. A torn last line is discarded: the
 * process died while writing it, so no response was sent.
 */
export function openJournal(folder: string, replay: (changes: unknown) => void): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  if (existsSync(path)) replayLines(path, replay)
  let file: number | null = openSync(path, 'a')
  return {
    append(changes) {
      // Once closed, its number may already belong to another file.
      if (file === null) throw new Error('The journal is closed.')
      appendWhole(file, Buffer.from(`${JSON.stringify(changes)}\n`))
    },
    rewrite(changes) {
      const next = `${path}.next`
      writeFileSync(next, changes.map((change) => `${JSON.stringify([change])}\n`).join(''))
      if (file !== null) closeSync(file)
      file = null
      renameSync(next, path)
      file = openSync(path, 'a')
    },
    close() {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

/** Writes the whole line or, if the disk is full, nothing: a half-written line would corrupt the next one. */
function appendWhole(file: number, line: Buffer): void {
  const sizeBefore = fstatSync(file).size
  try {
    for (let written = 0; written < line.byteLength; ) {
      written += writeSync(file, line, written)
    }
  } catch (error) {
    ftruncateSync(file, sizeBefore)
    throw error
  }
}

function replayLines(path: string, replay: (changes: unknown) => void): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  // Empty if the last line is complete, otherwise a torn line.
  lines.pop()
  lines.forEach((line, index) => {
    let changes: unknown
    try {
      changes = JSON.parse(line)
    } catch (cause) {
      throw new JournalError(path, index + 1, 'is damaged', cause)
    }
    try {
      replay(changes)
    } catch (cause) {
      throw new JournalError(path, index + 1, 'is from another version', cause)
    }
  })
}
