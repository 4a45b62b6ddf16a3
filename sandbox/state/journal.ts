// The state on disk: one line of JSON per commit, appended before the response is sent. It survives a `kill -9`, because the
// kernel has the bytes by then. A power cut can lose the last lines.
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** A change of one entity: collection, id, and the new entity, or null after a deletion. */
export type Change = readonly [collection: string, id: string, entity: unknown]

/** The journal can't be read. A person has to decide what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError'

  constructor(path: string, line: number, problem: string, cause: unknown) {
    super(`${path}: line ${line} ${problem}; move the file away to start over`, { cause })
  }
}

export class Journal {
  private readonly path: string
  #file: number | null
  #sizeBytes: number

  /**
   * Replays every commit, oldest first, and then writes a new file with only the current entities. Discards an incomplete last
   * line: the process died while writing it, so it sent no response.
   */
  constructor(
    folder: string,
    replay: (changes: unknown) => void,
    whatIsLeft: () => readonly Change[],
  ) {
    this.path = join(folder, 'journal.jsonl')
    mkdirSync(folder, { recursive: true })
    if (existsSync(this.path)) replayLines(this.path, replay)
    // Renamed when complete. Until then, the old file has every commit.
    const next = `${this.path}.next`
    rmSync(next, { force: true })
    this.#file = openSync(next, 'a')
    // Written line by line, because the whole can exceed the longest possible string.
    for (const change of whatIsLeft()) writeWhole(this.#file, lineOf([change]))
    renameSync(next, this.path)
    this.#sizeBytes = fstatSync(this.#file).size
  }

  append(changes: readonly Change[]): void {
    const file = this.#own()
    const line = lineOf(changes)
    try {
      writeWhole(file, line)
    } catch (error) {
      // The disk may be full. Cut off the incomplete line, or it would corrupt the next one.
      ftruncateSync(file, this.#sizeBytes)
      throw error
    }
    this.#sizeBytes += line.byteLength
  }

  /** @throws if another process took the folder over, and replaced the file, while this one was suspended (folder-lock.ts) */
  #own(): number {
    // After closing, another file may get the same descriptor.
    if (this.#file === null) throw new Error('The journal is closed.')
    const inPlace = statSync(this.path, { throwIfNoEntry: false })
    if (inPlace?.ino !== fstatSync(this.#file).ino)
      throw new Error('Another sandbox has taken over the journal.')
    return this.#file
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

/** The complete lines. `readline` would also split lines at U+2028. */
function* linesOf(bytes: Buffer): Generator<string> {
  let start = 0
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
    yield bytes.toString('utf8', start, end)
    start = end + 1
  }
}

function replayLines(path: string, replay: (changes: unknown) => void): void {
  let number = 0
  // Not as a single string, which is limited to 512 MB.
  for (const line of linesOf(readFileSync(path))) {
    number += 1
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
