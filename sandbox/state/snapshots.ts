// Named copies of the state that can be restored: in memory, or next to the journal if there is one.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Change } from './journal.ts'

const snapshotSchema = z.array(z.tuple([z.string(), z.string(), z.unknown()]))

/** A name is used as a file name, so it must not contain a path. */
export const snapshotNameSchema = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'A name has up to 64 letters, digits, hyphens and underscores.')
/** The same goes for the id of a snapshot's tenant. */
const snapshotTenantSchema = z.guid()

/** Separates the tenant's id from the name. Neither may contain it. */
const SEPARATOR = '.'
const EXTENSION = '.json'

export class Snapshots {
  readonly #inMemory = new Map<string, string>()

  constructor(private readonly folder: string | null) {
    if (folder === null) return
    mkdirSync(folder, { recursive: true })
    // The process died while writing these.
    for (const file of readdirSync(folder)) {
      if (!file.endsWith(EXTENSION)) rmSync(join(folder, file))
    }
  }

  /** @param tenantId the tenant that the snapshot covers, null for all. The other methods take the same. */
  write(name: string, tenantId: string | null, changes: readonly Change[]): void {
    const content = JSON.stringify(changes)
    const key = keyOf(name, tenantId)
    if (this.folder === null) {
      this.#inMemory.set(key, content)
      return
    }
    // Renamed once it's complete, so there is never half a snapshot.
    const path = join(this.folder, key + EXTENSION)
    writeFileSync(`${path}.next`, content)
    renameSync(`${path}.next`, path)
  }

  /** Null if there is no such snapshot, or if it can't be read. */
  read(name: string, tenantId: string | null): Change[] | null {
    return this.#changes(keyOf(name, tenantId))
  }

  delete(name: string, tenantId: string | null): boolean {
    const key = keyOf(name, tenantId)
    if (this.#content(key) === null) return false
    if (this.folder === null) this.#inMemory.delete(key)
    else rmSync(join(this.folder, key + EXTENSION))
    return true
  }

  names(tenantId: string | null): string[] {
    const prefix = prefixOf(tenantId)
    return this.#keys()
      .filter((key) => key.startsWith(prefix) && (tenantId !== null || !key.includes(SEPARATOR)))
      .map((key) => key.slice(prefix.length))
  }

  /** The artifacts that any snapshot refers to. */
  artifactIds(): string[] {
    return this.#keys().flatMap((key) =>
      (this.#changes(key) ?? [])
        .filter(([collection]) => collection === 'artifacts')
        .map(([, id]) => id),
    )
  }

  #keys(): string[] {
    if (this.folder === null) return [...this.#inMemory.keys()]
    return readdirSync(this.folder).map((file) => file.slice(0, -EXTENSION.length))
  }

  #content(key: string): string | null {
    if (this.folder === null) return this.#inMemory.get(key) ?? null
    const path = join(this.folder, key + EXTENSION)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }

  #changes(key: string): Change[] | null {
    const content = this.#content(key)
    if (content === null) return null
    try {
      return snapshotSchema.parse(JSON.parse(content))
    } catch {
      return null
    }
  }
}

/** Whether a tenant can have snapshots: its id becomes part of a file name. */
export function canHaveSnapshots(tenantId: string): boolean {
  return snapshotTenantSchema.safeParse(tenantId).success
}

/** Throws for a name or an id that has not been checked. */
function keyOf(name: string, tenantId: string | null): string {
  return prefixOf(tenantId) + snapshotNameSchema.parse(name)
}

function prefixOf(tenantId: string | null): string {
  return tenantId === null ? '' : `${snapshotTenantSchema.parse(tenantId)}${SEPARATOR}`
}
