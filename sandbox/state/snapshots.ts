// Named copies of the whole state: in memory, or next to the journal if there is one.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Change } from './journal.ts'

const snapshotSchema = z.array(z.tuple([z.string(), z.string(), z.unknown()]))

/** A name is used as a file name, so it must not contain a path. */
export const snapshotNameSchema = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'A name has up to 64 letters, digits, hyphens and underscores.')

const EXTENSION = '.json'

export class Snapshots {
  readonly #inMemory = new Map<string, string>()

  constructor(private readonly folder: string | null) {
    if (folder !== null) mkdirSync(folder, { recursive: true })
  }

  write(name: string, changes: readonly Change[]): void {
    const content = JSON.stringify(changes)
    if (this.folder === null) {
      this.#inMemory.set(name, content)
      return
    }
    // Renamed once it's complete, so there is never half a snapshot.
    const path = this.#pathOf(name)
    writeFileSync(`${path}.next`, content)
    renameSync(`${path}.next`, path)
  }

  /** Null if there is no such snapshot, or it is damaged. */
  read(name: string): Change[] | null {
    if (!this.names().includes(name)) return null
    const content = this.#inMemory.get(name) ?? readFileSync(this.#pathOf(name), 'utf8')
    try {
      return snapshotSchema.parse(JSON.parse(content))
    } catch {
      return null
    }
  }

  names(): string[] {
    if (this.folder === null) return [...this.#inMemory.keys()]
    return readdirSync(this.folder)
      .filter((file) => file.endsWith(EXTENSION))
      .map((file) => file.slice(0, -EXTENSION.length))
      .filter((name) => snapshotNameSchema.safeParse(name).success)
  }

  /** The pictures that any snapshot refers to. */
  artifactIds(): string[] {
    return this.names().flatMap((name) =>
      (this.read(name) ?? []).flatMap(([collection, id]) =>
        collection === 'artifacts' ? [id] : [],
      ),
    )
  }

  #pathOf(name: string): string {
    return join(this.folder ?? '', snapshotNameSchema.parse(name) + EXTENSION)
  }
}
