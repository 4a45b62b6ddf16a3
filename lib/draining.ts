/**
 * Leaving the balancer before the process stops: on SIGUSR2 the instance says that it isn't ready, and goes on serving. Once
 * the balancer has noticed, SIGTERM resets no connection that a customer is waiting on. From SIGTERM on it says so, too.
 */
import 'server-only'

// Next bundles routes and instrumentation separately, so they share this through globalThis.
const shared: { merchantDraining?: boolean } = globalThis as { merchantDraining?: boolean }

export const isDraining = (): boolean => shared.merchantDraining === true

export function startDraining(): void {
  shared.merchantDraining = true
}
