// Snapshot and restore of the whole state; reset and deletion of it, or of one tenant's.
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

  take(name: string): void {
    this.parts.snapshots.write(name, this.parts.store.dump())
  }

  /** Returns whether the snapshot exists. */
  restore(name: string): boolean {
    const changes = this.parts.snapshots.read(name)
    if (!changes) return false
    this.parts.store.replaceAll(changes)
    this.#forgetTime(null)
    return true
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
