// The state as a whole: snapshots, restore, reset and deletion, of the sandbox or of one tenant.
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

  /** @param tenantId whose state; null for everything. The same for the others. */
  take(name: string, tenantId: string | null): void {
    const { store, snapshots } = this.parts
    snapshots.write(name, tenantId, store.dump(tenantId))
  }

  names(tenantId: string | null): string[] {
    return this.parts.snapshots.names(tenantId)
  }

  /** Whether there was such a snapshot to go back to. */
  restore(name: string, tenantId: string | null): boolean {
    const { store, snapshots } = this.parts
    const changes = snapshots.read(name, tenantId)
    if (!changes) return false
    if (tenantId === null) store.replaceAll(changes)
    else store.replaceTenant(tenantId, changes)
    this.#forgetTime(tenantId)
    return true
  }

  /** Whether there was such a snapshot to delete. */
  forget(name: string, tenantId: string | null): boolean {
    return this.parts.snapshots.delete(name, tenantId)
  }

  /** Forgets everything: the sandbox is as it was when it first started. */
  resetAll(): void {
    const { store, clock, wire } = this.parts
    store.replaceAll([])
    seed(store, clock, this.parts.seed)
    wire.clear()
    this.#forgetTime(null)
  }

  /** Forgets what one tenant did, and keeps what it prepared: its templates, keys and endpoints stay. */
  resetTenant(tenant: Tenant): void {
    const { store } = this.parts
    const kept = new Set<string>(['tenants', 'apiKeys', 'templates', 'revisions', 'endpoints'])
    const prepared = store.dump(tenant.id).filter(([collection]) => kept.has(collection))
    store.replaceTenant(tenant.id, prepared)
    store.tenants.put({ ...tenant, settings: {} })
    this.#forgetTime(tenant.id)
  }

  /** Forgets one tenant and everything it has. */
  deleteTenant(tenant: Tenant): void {
    this.parts.store.replaceTenant(tenant.id, [])
    this.#forgetTime(tenant.id)
  }

  /** The clock may have gone back: an open rate window would last as long as the clock had been ahead. */
  #forgetTime(tenantId: string | null): void {
    this.parts.rateLimits.reset(tenantId)
  }
}
