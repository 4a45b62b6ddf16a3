// Applies a tenant's gap settings to the life of an inquiry (N5, N6, N25, N26, N29) and of an API key (N34).
import type { ApiKey, Tenant } from '../../state/entities.ts'
import { gapMs, gapValue } from './table.ts'

/** A status for an inquiry, now or later. */
export interface Step {
  status: string
  afterMs: number
  /** The note of a portal decision (P4). Without it, no person decided. */
  note?: string
  /** True if it sends no event (N29). */
  silent?: boolean
}

const SECOND_MS = 1_000
const HOUR_MS = 60 * 60 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** How long an inquiry stays COMPLETED before its automatic decision. */
const DECISION_DELAY_MS = 3 * SECOND_MS
/** N5: how long an unknown status lasts, and when a decision is reversed. */
const REVERSAL_DELAY_MS = 30 * SECOND_MS
/** N6: how long the status endpoint lags behind the event, unless the value gives it. */
const LAG_MS = 5 * SECOND_MS
/** N29: when an approval is silently reversed. */
const SILENT_REVERSAL_MS = 3 * DAY_MS

const KEY_LIFETIME_MS = 30 * DAY_MS
const LIFETIMES_MS = { 'seven-days': 7 * DAY_MS, 'one-hour': HOUR_MS, 'thirty-days': 30 * DAY_MS }
const REVERSED = new Map([
  ['APPROVED', 'DECLINED'],
  ['DECLINED', 'APPROVED'],
  ['FAILED', 'APPROVED'],
])
const MANY_REVIEW_REASONS = Array.from(
  { length: 12 },
  (_, index) => `Check ${index + 1} of 12 was inconclusive.`,
)

/** N25: an inquiry's maximum lifetime, which caps a requested expiresAt (O6). */
export function lifetimeMs(tenant: Tenant): number {
  return LIFETIMES_MS[gapValue(tenant, 'N25')]
}

/** N34: the key with its automatic expiry, if the setting gives it one. */
export function withLifetime(key: ApiKey, tenant: Tenant): ApiKey {
  if (gapValue(tenant, 'N34') === 'until-revoked') return key
  const ownMs = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt)
  const lastMs = Date.parse(key.createdAt) + KEY_LIFETIME_MS
  return { ...key, expiresAt: new Date(Math.min(ownMs, lastMs)).toISOString() }
}

/** N6: when the status endpoint starts to show a new status; null means at once. */
export function visibleFromMs(tenant: Tenant, status: string, nowMs: number): number | null {
  const lags = gapValue(tenant, 'N6') === 'after-event' && status !== 'COMPLETED'
  return lags ? nowMs + gapMs(tenant, 'N6', LAG_MS) : null
}

/** N26: the reasons for NEEDS_REVIEW. */
export function reviewReasons(tenant: Tenant, usual: string[]): string[] {
  switch (gapValue(tenant, 'N26')) {
    case 'one-or-more':
    case 'only-in-review':
      return usual
    case 'none':
      return []
    case 'many':
      return MANY_REVIEW_REASONS
  }
}

/** N5: the steps from a submission to its outcome. A decline is a portal decision after a review. */
export function wayTo(tenant: Tenant, outcome: string, isChosen: boolean): Step[] {
  const decision = (afterMs: number): Step[] =>
    outcome === 'DECLINED'
      ? [
          { status: 'NEEDS_REVIEW', afterMs },
          { status: outcome, afterMs, note: 'Declined after review.' },
        ]
      : [{ status: outcome, afterMs }]
  const waitMs = isChosen || outcome === 'COMPLETED' ? 0 : DECISION_DELAY_MS
  const usual = [{ status: 'COMPLETED', afterMs: 0 }, ...decision(waitMs)]
  switch (gapValue(tenant, 'N5')) {
    case 'through-completed':
      return usual
    case 'straight':
      return [{ status: outcome, afterMs: 0 }]
    case 'unknown-status':
      return [{ status: 'ESCALATED', afterMs: 0 }, ...decision(REVERSAL_DELAY_MS)]
    case 'reversal': {
      const status = REVERSED.get(outcome)
      if (status === undefined) return usual
      const note = 'Reversed after a second look.'
      return [...usual, { status, afterMs: waitMs + REVERSAL_DELAY_MS, note }]
    }
  }
}

/** N29: the status to which an approval silently changes, if it does. */
export function silentReversal(tenant: Tenant, status: string): Step[] {
  const reversal = gapValue(tenant, 'N29')
  if (status !== 'APPROVED' || reversal === 'never') return []
  const changed = reversal === 'silent-failure' ? 'FAILED' : 'DECLINED'
  return [{ status: changed, afterMs: SILENT_REVERSAL_MS, silent: true }]
}
