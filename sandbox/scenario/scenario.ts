// The scenario as the commands see it: each tenant's gap settings, its faults and its plans.
import { randomUUID } from 'node:crypto'
import type { Scenario } from '../commands/core.ts'
import { openRequestSchema } from '../service/schemas.ts'
import type { Clock } from '../state/clock.ts'
import type { Store } from '../state/store.ts'
import { composeAttempt } from './attempt.ts'
import { takeAttemptFault, takeScheduleFault } from './faults.ts'
import {
  firstDueMs,
  isAccepted,
  kindsToSend,
  ROTATION_OVERLAP_MS,
  retryDelayMs,
  signedAtMs,
} from './gaps/delivery.ts'
import { lifetimeMs, reviewReasons, silentReversal, visibleFromMs, wayTo } from './gaps/life.ts'
import { gapValue } from './gaps/table.ts'
import { errorStatus, presentEventData, unicodeOpenRequestSchema } from './gaps/wire.ts'
import { isAutomatic, magicOutcome } from './magic-reference.ts'
import { type Seed, seed } from './seed.ts'
import { specimenOutcomes } from './specimen-results.ts'

/** How long the fault `reorder` holds an event, and `delay` if it names no time. */
const HOLD_MS = 10_000

export function createScenario(store: Store, clock: Clock, seeds: Seed): Scenario {
  return {
    seed: () => seed(store, clock, seeds),

    openingRules: (tenant) => ({
      schema: gapValue(tenant, 'N28') === 'unicode' ? unicodeOpenRequestSchema : openRequestSchema,
      keyReuse: gapValue(tenant, 'N2'),
      unknownTemplateStatus: errorStatus(tenant, 'N22'),
      unpublishedStatus: errorStatus(tenant, 'N4'),
      lifetimeMs: lifetimeMs(tenant),
    }),
    takePlan(tenant, referenceId) {
      const outcome = magicOutcome(referenceId)
      const [plan] = outcome === null ? store.outcomePlans.listBy('tenant', tenant.id) : []
      if (!plan) return { outcome, order: {} }
      if (plan.remaining <= 1) store.outcomePlans.delete(plan.id)
      else store.outcomePlans.put({ ...plan, remaining: plan.remaining - 1 })
      return plan
    },
    automaticResults: (inquiry) =>
      isAutomatic(inquiry.referenceId) ? specimenOutcomes(inquiry) : null,

    wayTo,
    after: silentReversal,
    visibleFromMs,
    reviewReasons,

    secretOverlapMs: (tenant) =>
      gapValue(tenant, 'N16') === 'both-sign' ? ROTATION_OVERLAP_MS : 0,

    kindsToSend,
    signedAtMs,
    eventData: presentEventData,
    schedule(given) {
      const tenant = store.tenants.require(given.tenantId)
      const heldMs = store.deliveries
        .listBy('state', 'DUE')
        .filter((other) => other.tenantId === tenant.id && other.attempts === 0)
        .map((other) => Date.parse(other.dueAt))
      const dueMs = firstDueMs(tenant, Date.parse(given.dueAt), heldMs)
      const later = (ms: number) => ({ ...given, dueAt: new Date(dueMs + ms).toISOString() })
      const delivery = later(0)
      const fault = takeScheduleFault(store, delivery)
      switch (fault?.kind) {
        case undefined:
          return [delivery]
        case 'duplicate':
          return [delivery, { ...delivery, id: randomUUID() }]
        case 'drop':
          return [{ ...delivery, state: 'DROPPED', lastAnswer: 'dropped on purpose' }]
        case 'delay':
          return [later(fault?.delayMs ?? HOLD_MS)]
        case 'reorder':
          return [later(HOLD_MS)]
      }
    },
    isOneAtATime: (tenant) => gapValue(tenant, 'N10') === 'reversed',
    takeAttemptFault: (delivery) => takeAttemptFault(store, delivery),
    composeAttempt(delivery, endpoint, fault) {
      const tenant = store.tenants.require(delivery.tenantId)
      return composeAttempt(delivery, endpoint, tenant, clock.nowMs(tenant.id), fault)
    },
    isAccepted,
    retryDelayMs,
  }
}
