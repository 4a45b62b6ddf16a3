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
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** One change to one entity: collection, id and the new entity, or null if it was deleted. */
export type Change = readonly [collection: string, id: string, entity: unknown]

export interface Journal {
  append(changes: readonly Change[]): void
  /** Replaces everything: on start, which compacts it, and for a reset or a restore. */
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
 * Opens a folder's journal and replays every commit in it, oldest first. A torn last line is discarded: the process died
 * while writing it, so no response was sent.
 */
export function openJournal(folder: string, replay: (changes: unknown) => void): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  if (existsSync(path)) replayLines(path, replay)
  return new FileJournal(path)
}

class FileJournal implements Journal {
  #file: number | null
  #sizeBytes: number

  constructor(private readonly path: string) {
    this.#file = openSync(path, 'a')
    this.#sizeBytes = fstatSync(this.#file).size
  }

  append(changes: readonly Change[]): void {
    // Once closed, its number may already belong to another file.
    if (this.#file === null) throw new Error('The journal is closed.')
    const line = lineOf(changes)
    try {
      writeWhole(this.#file, line)
    } catch (error) {
      // The disk may be full. A half-written line would corrupt the next one.
      ftruncateSync(this.#file, this.#sizeBytes)
      throw error
    }
    this.#sizeBytes += line.byteLength
  }

  rewrite(changes: readonly Change[]): void {
    // Renamed once it's complete: until then, the old one has every commit.
    const path = `${this.path}.next`
    const next = openSync(path, 'w')
    try {
      // Line by line: all of them can be longer than the longest string.
      for (const change of changes) writeWhole(next, lineOf([change]))
    } finally {
      closeSync(next)
    }
    this.close()
    try {
      renameSync(path, this.path)
    } finally {
      this.#file = openSync(this.path, 'a')
      this.#sizeBytes = fstatSync(this.#file).size
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }
}

const lineOf = (changes: readonly Change[]) => Buffer.from(`${JSON.stringify(changes)}\n`)

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.byteLength; ) {
    written += writeSync(file, bytes, written)
  }
}

/** The complete lines. `readline` would also split at U+2028. */
function replayLines(path: string, replay: (changes: unknown) => void): void {
  const bytes = readFileSync(path)
  let number = 0
  let start = 0
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
    const line = bytes.toString('utf8', start, end)
    number += 1
    start = end + 1
    let problem = 'is damaged'
    try {
      const changes: unknown = JSON.parse(line)
      problem = 'is from another version'
      replay(changes)
    } catch (cause) {
      throw new JournalError(path, number, problem, cause)
    }
  }
}
