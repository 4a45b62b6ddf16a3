// The state on disk: one line of JSON for each commit, appended before the response is sent. It survives `kill -9` of the
// process, because the kernel has the bytes; a power cut may lose the last lines.
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

/** One change of one entity: collection, id, and the entity, or null when it was deleted. */
export type Change = readonly [collection: string, id: string, entity: unknown]

export interface Journal {
  append(changes: readonly Change[]): void
  /** Replaces everything: used for compaction, reset and restore. */
  rewrite(changes: readonly Change[]): void
  close(): void
}

/** The journal can't be read. A person has to decide what to do with it. */
export class JournalError extends Error {
  override readonly name = 'JournalError'

  constructor(path: string, line: number, problem: string, cause: unknown) {
    super(`${path}: line ${line} ${problem}; move the file away to begin again`, { cause })
  }
}

export const memoryJournal: Journal = { append() {}, rewrite() {}, close() {} }

/**
 * Opens the journal of a folder and hands every commit in it, oldest first, to `replay`.
 * A torn last line (the process died while writing) was never answered, and is discarded.
 */
export function openJournal(folder: string, replay: (changes: unknown) => void): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  if (existsSync(path)) replayLines(path, replay)
  let file = openSync(path, 'a')
  return {
    append(changes) {
      appendWhole(file, Buffer.from(`${JSON.stringify(changes)}\n`))
    },
    rewrite(changes) {
      const next = `${path}.next`
      writeFileSync(next, changes.map((change) => `${JSON.stringify([change])}\n`).join(''))
      closeSync(file)
      renameSync(next, path)
      file = openSync(path, 'a')
    },
    close() {
      closeSync(file)
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
  // After the last complete line comes an empty string; anything else there is torn.
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
      throw new JournalError(path, index + 1, 'is of another version', cause)
    }
  })
}
