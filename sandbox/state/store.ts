// The sandbox's whole state, in memory and in a journal. A transaction is one line of the journal, so it is stored completely or
// not at all. Entities are immutable: `put` replaces one with a changed copy.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  apiKeySchema,
  artifactSchema,
  clockStateSchema,
  deliverySchema,
  endpointSchema,
  faultSchema,
  inquirySchema,
  keptFailureSchema,
  outcomePlanSchema,
  revisionSchema,
  signingKeySchema,
  templateSchema,
  tenantSchema,
} from './entities.ts'
import { type Change, Journal } from './journal.ts'

const changesSchema = z.array(z.tuple([z.string(), z.string(), z.unknown()]))

interface Entity {
  readonly id: string
}
type IndexKey<T> = (entity: T) => string | null

/** The entities of one kind, with indexes for lookups. */
export class Collection<T extends Entity> {
  readonly #entities = new Map<string, T>()
  readonly #indexes = new Map<string, { key: IndexKey<T>; ids: Map<string, Set<string>> }>()

  constructor(
    readonly name: string,
    private readonly schema: z.ZodType<T>,
    indexes: Record<string, IndexKey<T>>,
    /** Makes a change, as its own commit or as part of the running one. */
    private readonly commit: (change: Change, apply: () => void, undo: () => void) => void,
  ) {
    for (const [index, key] of Object.entries(indexes)) {
      this.#indexes.set(index, { key, ids: new Map() })
    }
  }

  get(id: string): T | null {
    return this.#entities.get(id) ?? null
  }

  /** For an id that another entity refers to. If it is missing, that is a bug. */
  require(id: string): T {
    const entity = this.#entities.get(id)
    if (!entity) throw new Error(`${this.name}: no entity ${id}`)
    return entity
  }

  values(): T[] {
    return [...this.#entities.values()]
  }

  /** The entities under this key of an index, in insertion order. */
  listBy(index: string, key: string): T[] {
    const ids = this.#indexes.get(index)?.ids.get(key)
    return ids ? [...ids].map((id) => this.require(id)) : []
  }

  /** @throws if the entity doesn't fit the schema, because the next start couldn't read it */
  put(entity: T): T {
    this.schema.parse(entity)
    this.#change(entity.id, entity)
    return entity
  }

  delete(id: string): void {
    if (this.#entities.has(id)) this.#change(id, null)
  }

  replay(id: string, entity: unknown): void {
    this.#set(id, entity === null ? null : this.schema.parse(entity))
  }

  #change(id: string, next: T | null): void {
    const before = this.get(id)
    this.commit(
      [this.name, id, next],
      () => this.#set(id, next),
      () => this.#set(id, before),
    )
  }

  #set(id: string, entity: T | null): void {
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

interface Made {
  change: Change
  undo: () => void
}

export class Store {
  readonly #collections = new Map<
    string,
    Pick<Collection<Entity>, 'values' | 'delete' | 'replay'>
  >()
  readonly #listeners: (() => void)[] = []
  #journal: Journal | null = null
  #pending: Made[] | null = null

  readonly tenants = this.#collection('tenants', tenantSchema)
  readonly apiKeys = this.#collection('apiKeys', apiKeySchema, {
    hash: (key) => key.hash,
    tenant: (key) => key.tenantId,
  })
  readonly templates = this.#collection('templates', templateSchema, { tenant: (t) => t.tenantId })
  readonly revisions = this.#collection('revisions', revisionSchema, {
    template: (r) => r.templateId,
  })
  readonly endpoints = this.#collection('endpoints', endpointSchema, { tenant: (e) => e.tenantId })
  readonly inquiries = this.#collection('inquiries', inquirySchema, {
    tenant: (i) => i.tenantId,
    scheduled: (i) => (i.scheduled.length > 0 ? 'yes' : null),
    told: (i) => (i.isTold ? 'yes' : null),
    idempotencyKey: (i) => i.idempotency && `${i.tenantId} ${i.idempotency.key}`,
  })
  readonly keptFailures = this.#collection('keptFailures', keptFailureSchema)
  readonly artifacts = this.#collection('artifacts', artifactSchema, {
    inquiry: (artifact) => artifact.inquiryId,
  })
  readonly deliveries = this.#collection('deliveries', deliverySchema, {
    state: (delivery) => delivery.state,
    tenant: (delivery) => delivery.tenantId,
    inquiry: (delivery) => delivery.inquiryId,
  })
  readonly faults = this.#collection('orderedFaults', faultSchema, { tenant: (f) => f.tenantId })
  readonly outcomePlans = this.#collection('outcomePlans', outcomePlanSchema, {
    tenant: (plan) => plan.tenantId,
  })
  readonly clocks = this.#collection('clocks', clockStateSchema)
  readonly signingKeys = this.#collection('signingKeys', signingKeySchema)

  /** @param folder holds the journal; null keeps everything in memory, for tests */
  constructor(folder: string | null) {
    if (folder === null) return
    this.#journal = new Journal(
      folder,
      (commit) => this.#replay(commit),
      () => this.dump(),
    )
  }

  /**
   * Runs `work` as one commit: writes it to the journal if `work` returns, and undoes it if `work` throws. `work` must be
   * synchronous, so that nothing else sees an unfinished state.
   */
  transaction<R>(work: () => R): R {
    if (this.#pending) return work()
    const pending: Made[] = []
    this.#pending = pending
    try {
      const result = work()
      if (pending.length > 0) this.#journal?.append(pending.map(({ change }) => change))
      return result
    } catch (error) {
      for (const { undo } of pending.reverse()) undo()
      throw error
    } finally {
      this.#pending = null
      for (const listener of this.#listeners) listener()
    }
  }

  /** Calls the listener after each commit, so that the sender looks for due work. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener)
  }

  artifactSigningKey(): string {
    const stored = this.signingKeys.get('artifacts')
    const key = stored ?? this.signingKeys.put({ id: 'artifacts', key: randomKey() })
    return key.key
  }

  /** The state of one tenant, or of all, as changes that recreate it. */
  dump(tenantId: string | null = null): Change[] {
    const changes: Change[] = []
    for (const [name, collection] of this.#collections) {
      for (const entity of collection.values()) {
        if (tenantId !== null && !belongsTo(entity, tenantId)) continue
        changes.push([name, entity.id, entity])
      }
    }
    return changes
  }

  /** Deletes the entities of one tenant, or of all. */
  clear(tenantId: string | null = null, keep: readonly string[] = []): void {
    this.transaction(() => {
      for (const [name, id] of this.dump(tenantId)) {
        if (!keep.includes(name)) this.#collections.get(name)?.delete(id)
      }
    })
  }

  close(): void {
    this.#journal?.close()
  }

  #replay(commit: unknown): void {
    for (const [name, id, entity] of changesSchema.parse(commit)) {
      // A collection that doesn't exist here belongs to another version of the sandbox.
      this.#collections.get(name)?.replay(id, entity)
    }
  }

  #collection<T extends Entity>(
    name: string,
    schema: z.ZodType<T>,
    indexes: Record<string, IndexKey<T>> = {},
  ): Collection<T> {
    const collection = new Collection(name, schema, indexes, (change, apply, undo) =>
      this.transaction(() => {
        apply()
        this.#pending?.push({ change, undo })
      }),
    )
    this.#collections.set(name, collection)
    return collection
  }
}

/** A tenant and its clock have the tenant's id. Other entities have a `tenantId`. */
function belongsTo(entity: Entity, tenantId: string): boolean {
  return entity.id === tenantId || ('tenantId' in entity && entity.tenantId === tenantId)
}

function randomKey(): string {
  return randomBytes(32).toString('base64url')
}
