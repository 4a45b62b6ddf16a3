// Snapshot, restore, reset and deletion of the whole state, or of one tenant's.
import type { Clock } from '../scenario/clock.ts'
import { type Seed, seed } from '../scenario/seed.ts'
import type { Tenant } from '../state/entities.ts'
import type { Snapshots } from '../state/snapshots.ts'
import type { Store } from '../state/store.ts'
import type { Wire } from '../state/wire.ts'
import type { RateLimits } from './rate-limits.ts'

export interface StateParts {
  store: Store
  clock: Clock
  wire: Wire
  snapshots: Snapshots
  rateLimits: RateLimits
  seed: Seed
}

export class State {
  constructor(private readonly parts: StateParts) {}

  /** @param tenantId the tenant, or null for the whole sandbox, here and below. */
  take(name: string, tenantId: string | null): void {
    const { store, snapshots } = this.parts
    snapshots.write(name, tenantId, store.dump(tenantId))
  }

  names(tenantId: string | null): string[] {
    return this.parts.snapshots.names(tenantId)
  }

  /** Returns whether the snapshot exists. */
  restore(name: string, tenantId: string | null): boolean {
    const { store, snapshots } = this.parts
    const changes = snapshots.read(name, tenantId)
    if (!changes) return false
    if (tenantId === null) store.replaceAll(changes)
    else store.replaceTenant(tenantId, changes)
    this.#forgetTime(tenantId)
    return true
  }

  /** Returns whether the snapshot existed. */
  forget(name: string, tenantId: string | null): boolean {
    return this.parts.snapshots.delete(name, tenantId)
  }

  /** Deletes everything and seeds the sandbox again, as on its first start. */
  resetAll(): void {
    const { store, clock, wire } = this.parts
    store.replaceAll([])
    seed(store, clock, this.parts.seed)
    wire.clear()
    this.#forgetTime(null)
  }

  /** Keeps the tenant's templates, keys and endpoints, and deletes the rest. */
  resetTenant(tenant: Tenant): void {
    const { store } = this.parts
    const kept = new Set<string>(['tenants', 'apiKeys', 'templates', 'revisions', 'endpoints'])
    const prepared = store.dump(tenant.id).filter(([collection]) => kept.has(collection))
    store.replaceTenant(tenant.id, prepared)
    store.tenants.put({ ...tenant, settings: {} })
    this.#forgetTime(tenant.id)
  }

  /** Deletes the tenant and all its data. */
  deleteTenant(tenant: Tenant): void {
    this.parts.store.replaceTenant(tenant.id, [])
    this.#forgetTime(tenant.id)
  }

  /** The clock may have gone back, and an open rate window would then last until it catches up. */
  #forgetTime(tenantId: string | null): void {
    this.parts.rateLimits.reset(tenantId)
  }
}
