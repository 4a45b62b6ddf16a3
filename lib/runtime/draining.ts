/**
 * Takes the instance out of the load balancer before it stops. On SIGUSR2 it reports that it isn't ready, but keeps serving. Once the
 * balancer has stopped sending requests, SIGTERM interrupts no customer. After SIGTERM, the instance isn't ready either.
 */
import 'server-only'

// Next bundles routes and instrumentation separately, so they share this through globalThis.
const shared: { merchantDraining?: boolean } = globalThis as { merchantDraining?: boolean }

export const isDraining = (): boolean => shared.merchantDraining === true

export function startDraining(): void {
  shared.merchantDraining = true
}
