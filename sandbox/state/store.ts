// Everything the sandbox remembers. A transaction is one line in the journal, so it is stored completely or not at all.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Collection, type Entity } from './collection.ts'
import {
  apiKeySchema,
  artifactSchema,
  clockStateSchema,
  deliverySchema,
  endpointSchema,
  faultSchema,
  idempotencySchema,
  inquirySchema,
  outcomePlanSchema,
  revisionSchema,
  scheduledDecisionSchema,
  signingKeySchema,
  templateSchema,
  tenantSchema,
} from './entities.ts'
import { type Change, Journal } from './journal.ts'

const changesSchema = z.array(z.tuple([z.string(), z.string(), z.unknown()]))

interface CollectionChange {
  collection: Collection<Entity>
  id: string
  entity: Entity | null
}

export class Store {
  readonly #collections = new Map<string, Collection<Entity>>()
  readonly #listeners: (() => void)[] = []
  #journal: Journal | null = null
  /** The commit that is running. */
  #pending: (CollectionChange & { before: Entity | null })[] | null = null

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
  readonly inquiries = this.#collection('inquiries', inquirySchema, { tenant: (i) => i.tenantId })
  readonly artifacts = this.#collection('artifacts', artifactSchema, {
    inquiry: (artifact) => artifact.inquiryId,
  })
  readonly idempotency = this.#collection('idempotency', idempotencySchema)
  readonly deliveries = this.#collection('deliveries', deliverySchema, {
    state: (delivery) => delivery.state,
    tenant: (delivery) => delivery.tenantId,
    inquiry: (delivery) => delivery.inquiryId,
  })
  readonly scheduledDecisions = this.#collection('scheduledDecisions', scheduledDecisionSchema)
  readonly faults = this.#collection('orderedFaults', faultSchema, { tenant: (f) => f.tenantId })
  readonly outcomePlans = this.#collection('outcomePlans', outcomePlanSchema, {
    tenant: (plan) => plan.tenantId,
  })
  readonly clocks = this.#collection('clocks', clockStateSchema)
  readonly signingKeys = this.#collection('signingKeys', signingKeySchema)

  /** @param folder where the journal lives; null keeps everything in memory, for tests. */
  constructor(folder: string | null) {
    if (folder === null) return
    this.#journal = new Journal(
      folder,
      (commit) => this.#replay(commit),
      () => this.dump(),
    )
  }

  /**
   * Runs `work` as one commit, which is journalled if `work` returns and undone if it throws. `work` must be synchronous,
   * so nothing else sees a half-done state.
   */
  transaction<R>(work: () => R): R {
    if (this.#pending) return work()
    const pending: (CollectionChange & { before: Entity | null })[] = []
    this.#pending = pending
    try {
      const result = work()
      if (pending.length > 0) this.#journal?.append(pending.map(asChange))
      return result
    } catch (error) {
      for (const { collection, id, before } of pending.reverse()) collection.set(id, before)
      throw error
    } finally {
      this.#pending = null
      for (const listener of this.#listeners) listener()
    }
  }

  /** Calls the listener after each commit, which is when the sender looks for due work. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener)
  }

  artifactSigningKey(): string {
    const stored = this.signingKeys.get('artifacts')
    const key = stored ?? this.signingKeys.put({ id: 'artifacts', key: randomKey() })
    return key.key
  }

  /** The state of one tenant, or all of it, as the changes that recreate it. */
  dump(tenantId: string | null = null): Change[] {
    const changes: Change[] = []
    for (const collection of this.#collections.values()) {
      for (const entity of collection.values()) {
        if (tenantId !== null && !belongsTo(entity, tenantId)) continue
        changes.push([collection.name, entity.id, entity])
      }
    }
    return changes
  }

  /** Deletes one tenant's entities, or all of them. */
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
      // One that is missing here is from a newer or older version of the sandbox.
      const collection = this.#collections.get(name)
      collection?.set(id, entity === null ? null : collection.schema.parse(entity))
    }
  }

  #collection<T extends Entity>(
    name: string,
    schema: z.ZodType<T>,
    indexes: Record<string, (entity: T) => string | null> = {},
  ): Collection<T> {
    const collection: Collection<T> = new Collection<T>(
      name,
      schema,
      (id, entity, before) =>
        this.transaction(() => {
          collection.set(id, entity)
          this.#pending?.push({ collection: anyCollection, id, entity, before })
        }),
      indexes,
    )
    const anyCollection = collection as unknown as Collection<Entity>
    this.#collections.set(name, anyCollection)
    return collection
  }
}

const asChange = ({ collection, id, entity }: CollectionChange): Change => [
  collection.name,
  id,
  entity,
]

/** A tenant and its clock have its id; its other entities have a `tenantId`. */
function belongsTo(entity: Entity, tenantId: string): boolean {
  return entity.id === tenantId || ('tenantId' in entity && entity.tenantId === tenantId)
}

function randomKey(): string {
  return randomBytes(32).toString('base64url')
}
