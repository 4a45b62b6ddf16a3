/**
 * Takes the instance out of the load balancer before it stops. On SIGUSR2 it reports that it isn't ready, but keeps serving. Once the
 * balancer has stopped sending requests, SIGTERM interrupts no customer. After SIGTERM, the instance isn't ready either.
 */
import 'server-only'
import { oncePerProcess } from './once-per-process'

const state = oncePerProcess('draining', () => ({ isDraining: false }))

export const isDraining = (): boolean => state.isDraining

export function startDraining(): void {
  state.isDraining = true
}
