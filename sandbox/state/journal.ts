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
import { setImmediate } from 'node:timers/promises'

/** One change to one entity: collection, id and the new entity, or null if it was deleted. */
export type Change = readonly [collection: string, id: string, entity: unknown]

export interface Journal {
  append(changes: readonly Change[]): void
  /** Replaces everything: used on start, for a reset and for a restore. */
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

/** How much is read or written at once, so a compaction holds up a request for milliseconds, whatever the state's size. */
const SLICE_BYTES = 256 * 1024
/** A journal is compacted when it has grown to this, and to several times its size after the last compaction. */
const COMPACT_FROM_BYTES = 64 * 1024 * 1024
const GROWTH = 4

export interface JournalOptions {
  /** Called with every commit in the journal, oldest first. */
  replay: (changes: unknown) => void
  /** The whole state as the changes that recreate it. Its entities must not change afterwards. */
  dump: () => Change[]
  compactFromBytes?: number | undefined
}

/**
 * Opens a folder's journal and replays it. A torn last line is discarded: the process died while writing it, so no
 * response was sent.
 */
export function openJournal(folder: string, options: JournalOptions): Journal {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  if (existsSync(path)) replayLines(path, options.replay)
  return new FileJournal(path, options)
}

class FileJournal implements Journal {
  readonly #next: string
  readonly #compactFromBytes: number
  #file: number | null
  #sizeBytes: number
  #compactAtBytes: number
  /** The compaction that is running: another one, or null, ends it. */
  #compaction: object | null = null

  constructor(
    private readonly path: string,
    private readonly options: JournalOptions,
  ) {
    this.#next = `${path}.next`
    this.#compactFromBytes = options.compactFromBytes ?? COMPACT_FROM_BYTES
    this.#file = openSync(path, 'a')
    this.#sizeBytes = fstatSync(this.#file).size
    this.#compactAtBytes = this.#compactFromBytes
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
    if (this.#sizeBytes >= this.#compactAtBytes && !this.#compaction) void this.#compact()
  }

  rewrite(changes: readonly Change[]): void {
    this.#compaction = null
    const next = openSync(this.#next, 'w')
    try {
      for (const slice of slicesOf(changes)) writeWhole(next, slice)
    } finally {
      closeSync(next)
    }
    this.#replaceWithNext()
  }

  close(): void {
    this.#compaction = null
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /**
   * Writes the state as it is now into the next journal, one slice per turn of the event loop, then the lines that were
   * appended meanwhile. Until the next journal takes its place, the old one has every commit.
   */
  async #compact(): Promise<void> {
    const compaction = {}
    this.#compaction = compaction
    const isOver = () => this.#compaction !== compaction
    // Outside the transaction that appended, so its request doesn't wait.
    await setImmediate()
    if (isOver()) return
    let next: number | null = null
    let journal: number | null = null
    try {
      next = openSync(this.#next, 'w')
      journal = openSync(this.path, 'r')
      let copiedBytes = this.#sizeBytes
      for (const slice of slicesOf(this.options.dump())) {
        writeWhole(next, slice)
        await setImmediate()
        if (isOver()) return
      }
      while (copiedBytes < this.#sizeBytes) {
        const slice = readSlice(journal, copiedBytes)
        if (slice.byteLength === 0) throw new Error('The journal has been cut.')
        writeWhole(next, slice)
        copiedBytes += slice.byteLength
        if (this.#sizeBytes - copiedBytes < SLICE_BYTES) continue
        await setImmediate()
        if (isOver()) return
      }
      this.#replaceWithNext()
    } catch {
      // The disk may be full. The journal is complete without a compaction, and the next one is due when it has grown.
      this.#compactAtBytes = GROWTH * this.#sizeBytes
    } finally {
      if (next !== null) closeSync(next)
      if (journal !== null) closeSync(journal)
      if (!isOver()) this.#compaction = null
    }
  }

  #replaceWithNext(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    try {
      renameSync(this.#next, this.path)
    } finally {
      this.#file = openSync(this.path, 'a')
      this.#sizeBytes = fstatSync(this.#file).size
    }
    this.#compactAtBytes = Math.max(this.#compactFromBytes, GROWTH * this.#sizeBytes)
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

/** At most one slice from a position, empty at the end of the file. */
function readSlice(file: number, position: number): Buffer {
  const slice = Buffer.alloc(SLICE_BYTES)
  return slice.subarray(0, readSync(file, slice, 0, SLICE_BYTES, position))
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

/** The complete lines. A journal can be longer than the longest string, and `readline` would also split at U+2028. */
function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const line: Buffer[] = []
    let position = 0
    for (;;) {
      const slice = readSlice(file, position)
      if (slice.byteLength === 0) return
      position += slice.byteLength
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
