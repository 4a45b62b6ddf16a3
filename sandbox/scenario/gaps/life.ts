// The life of an inquiry as one tenant's gap settings change it (N5, N6, N25, N26, N29).
import type { Tenant } from '../../state/entities.ts'
import { gapValue } from './table.ts'

const SECOND_MS = 1_000
const HOUR_MS = 60 * 60 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** N5: how long an unknown status lasts, and when a decision is reversed. */
export const SECOND_THOUGHT_MS = 30 * SECOND_MS
/** N6: how long the status endpoint lags behind the event. */
const LAG_MS = 5 * SECOND_MS
/** N29: when an approval is taken back. */
const SILENT_REVERSAL_MS = 3 * DAY_MS

const LIFETIMES_MS = { 'seven-days': 7 * DAY_MS, 'one-hour': HOUR_MS, 'thirty-days': 30 * DAY_MS }
const REVERSED = new Map([
  ['APPROVED', 'DECLINED'],
  ['DECLINED', 'APPROVED'],
  ['FAILED', 'APPROVED'],
])
const REVIEW_REASON = 'The name on the document differs from the name the customer gave.'
const MANY_REVIEW_REASONS = Array.from(
  { length: 12 },
  (_, index) => `Check ${index + 1} of 12 was inconclusive.`,
)

/** N25: an inquiry's own lifetime, which caps a requested expiresAt (O6). */
export function lifetimeMs(tenant: Tenant): number {
  return LIFETIMES_MS[gapValue(tenant, 'N25')]
}

/** N6: until when the status endpoint hides a new status; null shows it at once. */
export function visibleFromMs(tenant: Tenant, status: string, nowMs: number): number | null {
  const lags = gapValue(tenant, 'N6') === 'after-event' && status !== 'COMPLETED'
  return lags ? nowMs + LAG_MS : null
}

/** N26. */
export function reviewReasons(tenant: Tenant): string[] {
  switch (gapValue(tenant, 'N26')) {
    case 'one-or-more':
    case 'only-in-review':
      return [REVIEW_REASON]
    case 'none':
      return []
    case 'many':
      return MANY_REVIEW_REASONS
  }
}

/** N5: what a decision becomes on second thoughts; null when it stands. */
export function reversalOf(tenant: Tenant, status: string): string | null {
  return gapValue(tenant, 'N5') === 'reversal' ? (REVERSED.get(status) ?? null) : null
}

/** N29: what an approval becomes without an event, and when; null when it never does. */
export function silentReversal(tenant: Tenant): { status: string; inMs: number } | null {
  switch (gapValue(tenant, 'N29')) {
    case 'never':
      return null
    case 'silent-failure':
      return { status: 'FAILED', inMs: SILENT_REVERSAL_MS }
    case 'silent-decline':
      return { status: 'DECLINED', inMs: SILENT_REVERSAL_MS }
  }
}
