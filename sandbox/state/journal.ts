// The state on disk: one line of JSON per commit, appended before the response is sent. It survives a `kill -9`, because
// the kernel already has the bytes; a power cut can lose the last lines.
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
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

/** How much is read or written at once: a journal can be longer than the longest string. */
const SLICE_BYTES = 256 * 1024

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
    const line = Buffer.from(`${JSON.stringify(changes)}\n`)
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
      for (const slice of slicesOf(changes)) writeWhole(next, slice)
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

/** The changes as lines, in slices of about one size. */
function* slicesOf(changes: readonly Change[]): Generator<Buffer> {
  let slice = ''
  for (const change of changes) {
    slice += `${JSON.stringify([change])}\n`
    if (slice.length < SLICE_BYTES) continue
    yield Buffer.from(slice)
    slice = ''
  }
  yield Buffer.from(slice)
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.byteLength; ) {
    written += writeSync(file, bytes, written)
  }
}

function replayLines(path: string, replay: (changes: unknown) => void): void {
  let number = 0
  for (const line of readLines(path)) {
    number += 1
    let changes: unknown
    try {
      changes = JSON.parse(line)
    } catch (cause) {
      throw new JournalError(path, number, 'is damaged', cause)
    }
    try {
      replay(changes)
    } catch (cause) {
      throw new JournalError(path, number, 'is from another version', cause)
    }
  }
}

/** The complete lines. `readline` would also split at U+2028. */
function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const line: Buffer[] = []
    for (;;) {
      const bytes = Buffer.alloc(SLICE_BYTES)
      const slice = bytes.subarray(0, readSync(file, bytes))
      if (slice.byteLength === 0) return
      let start = 0
      for (let end = slice.indexOf('\n'); end !== -1; end = slice.indexOf('\n', start)) {
        line.push(slice.subarray(start, end))
        yield Buffer.concat(line.splice(0)).toString('utf8')
        start = end + 1
      }
      line.push(slice.subarray(start))
    }
  } finally {
    closeSync(file)
  }
}
