// What an inquiry becomes before anybody decides: the outcome in its referenceId, or the tenant's next planned one.
import type { Order, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

/** `…sandbox:NEEDS_REVIEW` is decided when the customer submits; `…sandbox-auto:FAILED` completes automatically. */
const MAGIC_REFERENCE = /(?:^|[._:@/-])sandbox(-auto)?:([A-Z][A-Z0-9_]{0,63})$/

/** Whether the inquiry completes automatically as soon as it's opened. */
export function isAutomatic(referenceId: string | null): boolean {
  return MAGIC_REFERENCE.exec(referenceId ?? '')?.[1] !== undefined
}

/** What is planned for an inquiry that is being opened. It counts as used. */
export function takePlan(
  store: Store,
  tenant: Tenant,
  referenceId: string | null,
): { outcome: string | null; order: Order } {
  const outcome = MAGIC_REFERENCE.exec(referenceId ?? '')?.[2] ?? null
  const [plan] = outcome === null ? store.outcomePlans.listBy('tenant', tenant.id) : []
  if (!plan) return { outcome, order: {} }
  if (plan.remaining <= 1) store.outcomePlans.delete(plan.id)
  else store.outcomePlans.put({ ...plan, remaining: plan.remaining - 1 })
  return plan
}
