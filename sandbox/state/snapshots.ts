// Named copies of the whole state, to go back to: in memory, or beside the journal when there is one.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Store } from './store.ts'

const snapshotSchema = z.array(z.tuple([z.string(), z.string(), z.unknown()]))
type Snapshot = z.infer<typeof snapshotSchema>

/** A name is a file's name, so it must not be a path. */
export const snapshotNameSchema = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)

export class Snapshots {
  readonly #inMemory = new Map<string, string>()

  constructor(
    private readonly store: Store,
    private readonly folder: string | null,
  ) {
    if (folder !== null) mkdirSync(folder, { recursive: true })
  }

  take(name: string): void {
    const content = JSON.stringify(this.store.dump())
    if (this.folder === null) this.#inMemory.set(name, content)
    else writeFileSync(this.#path(this.folder, name), content)
  }

  /** Whether there was such a snapshot to go back to. */
  restore(name: string): boolean {
    const snapshot = this.#read(name)
    if (!snapshot) return false
    this.store.replaceAll(snapshot)
    return true
  }

  names(): string[] {
    if (this.folder === null) return [...this.#inMemory.keys()]
    return readdirSync(this.folder).map((file) => file.replace(/\.json$/, ''))
  }

  /** The pictures that a snapshot still needs. */
  artifactIds(): string[] {
    return this.names().flatMap((name) =>
      (this.#read(name) ?? [])
        .filter(([collection]) => collection === 'artifacts')
        .map(([, id]) => id),
    )
  }

  #read(name: string): Snapshot | null {
    const content = this.#content(name)
    return content === null ? null : snapshotSchema.parse(JSON.parse(content))
  }

  #content(name: string): string | null {
    if (this.folder === null) return this.#inMemory.get(name) ?? null
    const path = this.#path(this.folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }

  #path(folder: string, name: string): string {
    return join(folder, `${name}.json`)
  }
}
