// A tenant's queued faults and outcomes, and its gap settings.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { listGaps } from '../scenario/gaps/table.ts'
import { type Fault, faultSchema, type OutcomePlan, type Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

export class Orders {
  constructor(private readonly store: Store) {}

  orderFault(tenant: Tenant, fault: Omit<z.input<typeof faultSchema>, 'id' | 'tenantId'>): Fault {
    const ordered = { id: randomUUID(), tenantId: tenant.id, ...fault }
    return this.store.faults.put(faultSchema.parse(ordered))
  }

  listFaults(tenant: Tenant): Fault[] {
    return this.store.faults.listBy('tenant', tenant.id)
  }

  /** Clears one fault, or all of the tenant's. */
  forgetFaults(tenant: Tenant, faultId?: string): void {
    for (const { id } of this.listFaults(tenant)) {
      if (faultId === undefined || id === faultId) this.store.faults.delete(id)
    }
  }

  /** Plans the outcome of the next `remaining` inquiries. */
  planOutcome(
    tenant: Tenant,
    plan: Pick<OutcomePlan, 'outcome' | 'order' | 'remaining'>,
  ): OutcomePlan {
    return this.store.outcomePlans.put({ id: randomUUID(), tenantId: tenant.id, ...plan })
  }

  listOutcomes(tenant: Tenant): OutcomePlan[] {
    return this.store.outcomePlans.listBy('tenant', tenant.id)
  }

  forgetOutcomes(tenant: Tenant, planId?: string): void {
    for (const { id } of this.listOutcomes(tenant)) {
      if (planId === undefined || id === planId) this.store.outcomePlans.delete(id)
    }
  }

  /** Changes the given gaps and leaves the others as they are. */
  setGaps(tenant: Tenant, settings: Record<string, string>): ReturnType<typeof listGaps> {
    const all = { ...tenant.settings, ...settings }
    return listGaps(this.store.tenants.put({ ...tenant, settings: all }))
  }

  resetGaps(tenant: Tenant): ReturnType<typeof listGaps> {
    return listGaps(this.store.tenants.put({ ...tenant, settings: {} }))
  }
}
