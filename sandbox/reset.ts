// Forgets what one tenant did, and keeps what it prepared: its templates, keys and endpoints stay.
import type { Collection } from './collection.ts'
import type { Tenant } from './entities.ts'
import type { Store } from './store.ts'

export function resetTenant(store: Store, tenant: Tenant): void {
  const forget = <T extends { id: string; tenantId: string }>(collection: Collection<T>) => {
    for (const { id, tenantId } of collection.values()) {
      if (tenantId === tenant.id) collection.delete(id)
    }
  }
  store.transaction(() => {
    forget(store.scheduledDecisions)
    forget(store.deliveries)
    forget(store.artifacts)
    forget(store.idempotency)
    forget(store.inquiries)
    forget(store.faults)
    forget(store.outcomePlans)
    store.clocks.delete(tenant.id)
    store.tenants.put({ ...tenant, settings: {} })
  })
}
