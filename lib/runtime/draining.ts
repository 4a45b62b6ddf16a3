/**
 * Leaves the load balancer before the process stops: on SIGUSR2 the instance reports that it isn't ready, but keeps serving.
 * Once the balancer has noticed, SIGTERM doesn't reset a connection that a customer is waiting on. From SIGTERM on, the
 * instance isn't ready either.
 */
import 'server-only'

// Next bundles routes and instrumentation separately, so they share this through globalThis.
const shared: { merchantDraining?: boolean } = globalThis as { merchantDraining?: boolean }

export const isDraining = (): boolean => shared.merchantDraining === true

export function startDraining(): void {
  shared.merchantDraining = true
}
