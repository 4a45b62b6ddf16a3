// Snapshot and restore of the whole state; reset and deletion of it, or of one tenant's.
import type { Tenant } from '../state/entities.ts'
import type { Snapshots } from '../state/snapshots.ts'
import type { Core } from './core.ts'
import type { RateLimits } from './rate-limits.ts'

export class State {
  constructor(
    private readonly core: Core,
    private readonly snapshots: Snapshots,
    private readonly rateLimits: RateLimits,
  ) {}

  take(name: string): void {
    this.snapshots.write(name, this.core.store.dump())
  }

  /** Returns whether the snapshot exists. */
  restore(name: string): boolean {
    const changes = this.snapshots.read(name)
    if (!changes) return false
    this.core.store.replaceAll(changes)
    // The clock may have gone back, and an open rate window would then last until it catches up.
    this.rateLimits.reset(null)
    return true
  }

  /** Deletes everything and seeds the sandbox again, as on its first start. */
  resetAll(): void {
    const { store, scenario, wire } = this.core
    store.replaceAll([])
    scenario.seed()
    wire.clear()
    this.rateLimits.reset(null)
  }

  /** Keeps the tenant's templates, keys and endpoints, and deletes the rest. */
  resetTenant(tenant: Tenant): void {
    const { store } = this.core
    const kept = new Set<string>(['tenants', 'apiKeys', 'templates', 'revisions', 'endpoints'])
    const prepared = store.dump(tenant.id).filter(([collection]) => kept.has(collection))
    store.replaceTenant(tenant.id, prepared)
    store.tenants.put({ ...tenant, settings: {} })
    this.rateLimits.reset(tenant.id)
  }

  /** Deletes the tenant and all its data. */
  deleteTenant(tenant: Tenant): void {
    this.core.store.replaceTenant(tenant.id, [])
    this.rateLimits.reset(tenant.id)
  }
}
