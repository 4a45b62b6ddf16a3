// Stops a clock at an instant, which may be earlier than now: then a history can be created.
import type { Clock } from '../state/clock.ts'
import type { Collection } from '../state/collection.ts'
import type { Store } from '../state/store.ts'
import type { RateLimits } from './rate-limits.ts'

/** Sets the clock of one tenant, or of the whole sandbox. */
export function setClock(
  { store, clock, rateLimits }: { store: Store; clock: Clock; rateLimits: RateLimits },
  atMs: number,
  tenantId: string | null,
): void {
  clock.stopAt(atMs, tenantId)
  // A rate window from the old time would otherwise stay open until the clock gets back there.
  rateLimits.reset(tenantId)
  const at = new Date(atMs).toISOString()
  const inScope = (prepared: { tenantId: string }) =>
    tenantId === null || prepared.tenantId === tenantId
  store.transaction(() => {
    makeNoYounger(store.apiKeys, at, inScope)
    makeNoYounger(store.templates, at, inScope)
    makeNoYounger(store.revisions, at, inScope)
    makeNoYounger(store.endpoints, at, inScope)
  })
}

/** Keys, templates and endpoints exist before the first call that needs them, so their dates go back with the clock. */
function makeNoYounger<T extends { id: string; createdAt: string; publishedAt?: string | null }>(
  collection: Collection<T>,
  at: string,
  inScope: (entity: T) => boolean,
): void {
  for (const entity of collection.values()) {
    if (!inScope(entity) || entity.createdAt <= at) continue
    const isPublished = typeof entity.publishedAt === 'string'
    collection.put({ ...entity, createdAt: at, ...(isPublished && { publishedAt: at }) })
  }
}
