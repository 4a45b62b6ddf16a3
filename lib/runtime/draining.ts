/**
 * Leaves the load balancer before the process stops: on SIGUSR2 the instance reports that it isn't ready, but keeps serving.
 * Once the balancer has noticed, SIGTERM doesn't reset a connection that a customer is waiting on. From SIGTERM on, the
 * instance isn't ready either.
 */
import 'server-only'
import { oncePerProcess } from './once-per-process'

const state = oncePerProcess('draining', () => ({ isDraining: false }))

export const isDraining = (): boolean => state.isDraining

export function startDraining(): void {
  state.isDraining = true
}
