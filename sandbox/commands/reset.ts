// Begins again: for one tenant, or with the whole sandbox. The control API and the portal both act through it.

import type { Sandbox } from '../index.ts'
import { seed } from '../scenario/seed.ts'
import type { Collection } from '../state/collection.ts'
import type { Tenant } from '../state/entities.ts'

/** Forgets everything: the sandbox is as it was when it first started. */
export function resetSandbox({
  store,
  clock,
  webhookUrl,
  settings,
  wire,
  rateLimits,
}: Sandbox): void {
  store.replaceAll([])
  seed(store, clock, { webhookUrl, settings })
  wire.clear()
  rateLimits.reset()
}

/** Forgets what one tenant did, and keeps what it prepared: its templates, keys and endpoints stay. */
export function resetTenant(
  { store, rateLimits, settings }: Pick<Sandbox, 'store' | 'rateLimits' | 'settings'>,
  tenant: Tenant,
): void {
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
    store.tenants.put({ ...tenant, settings })
  })
  // The tenant's clock went back: an open window would last as long as the clock had been ahead.
  rateLimits.reset(tenant.id)
}
