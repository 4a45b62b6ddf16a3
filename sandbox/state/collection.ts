// Entities of one kind in memory, with the indexes that lookups need. Entities are never changed in place: `put` replaces
// them with a changed copy, so a commit can be undone and journalled.
import type { z } from 'zod'

export interface Entity {
  readonly id: string
}

type IndexKey<T> = (entity: T) => string | null

export class Collection<T extends Entity> {
  readonly #entities = new Map<string, T>()
  readonly #indexes = new Map<string, { key: IndexKey<T>; ids: Map<string, Set<string>> }>()

  constructor(
    readonly name: string,
    readonly schema: z.ZodType<T>,
    /** Makes a change as a commit, or as a part of the one that is running. */
    private readonly commit: (id: string, next: T | null, before: T | null) => void,
    indexes: Record<string, IndexKey<T>> = {},
  ) {
    for (const [index, key] of Object.entries(indexes)) {
      this.#indexes.set(index, { key, ids: new Map() })
    }
  }

  get(id: string): T | null {
    return this.#entities.get(id) ?? null
  }

  /** For an id that another entity refers to: if it's missing, that's a bug. */
  require(id: string): T {
    const entity = this.#entities.get(id)
    if (!entity) throw new Error(`${this.name}: no entity ${id}`)
    return entity
  }

  values(): T[] {
    return [...this.#entities.values()]
  }

  /** The entities with this key in the index, in insertion order. */
  listBy(index: string, key: string): T[] {
    const ids = this.#indexes.get(index)?.ids.get(key)
    return ids ? [...ids].map((id) => this.require(id)) : []
  }

  /** Throws if the schema refuses the entity, because the next start couldn't read it. */
  put(entity: T): T {
    this.schema.parse(entity)
    this.commit(entity.id, entity, this.get(entity.id))
    return entity
  }

  delete(id: string): void {
    const before = this.get(id)
    if (before) this.commit(id, null, before)
  }

  /** Changes only memory, for undo and for replaying the journal. */
  set(id: string, entity: T | null): void {
    const before = this.#entities.get(id)
    for (const { key, ids } of this.#indexes.values()) {
      const keyBefore = before ? key(before) : null
      const keyNext = entity ? key(entity) : null
      if (keyBefore === keyNext) continue
      if (keyBefore !== null) ids.get(keyBefore)?.delete(id)
      if (keyNext !== null) {
        const bucket = ids.get(keyNext) ?? new Set()
        ids.set(keyNext, bucket.add(id))
      }
    }
    if (entity) this.#entities.set(id, entity)
    else this.#entities.delete(id)
  }
}
