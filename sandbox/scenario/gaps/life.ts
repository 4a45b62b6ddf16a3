// How a tenant's gap settings change an inquiry's lifecycle (N5, N6, N25, N26, N29).
import type { Capability, Inquiry, Tenant } from '../../state/entities.ts'
import { isSameName } from '../specimens/person.ts'
import { gapMs, gapValue } from './table.ts'

const SECOND_MS = 1_000
const HOUR_MS = 60 * 60 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** N5: how long an unknown status lasts, and when a decision is reversed. */
export const REVERSAL_DELAY_MS = 30 * SECOND_MS
/** N6: how long the status endpoint lags behind the event, unless the value says. */
const LAG_MS = 5 * SECOND_MS
/** N29: when an approval is reversed. */
const SILENT_REVERSAL_MS = 3 * DAY_MS

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

/** N25: an inquiry's own lifetime, which caps a requested expiresAt (O6). */
export function lifetimeMs(tenant: Tenant): number {
  return LIFETIMES_MS[gapValue(tenant, 'N25')]
}

/** N6: when the status endpoint starts to show a new status; null means immediately. */
export function visibleFromMs(tenant: Tenant, status: string, nowMs: number): number | null {
  const lags = gapValue(tenant, 'N6') === 'after-event' && status !== 'COMPLETED'
  return lags ? nowMs + gapMs(tenant, 'N6', LAG_MS) : null
}

/** N26: the reasons for NEEDS_REVIEW. */
export function reviewReasons(tenant: Tenant, inquiry: Inquiry): string[] {
  switch (gapValue(tenant, 'N26')) {
    case 'one-or-more':
    case 'only-in-review':
      return reasonsFor(inquiry)
    case 'none':
      return []
    case 'many':
      return MANY_REVIEW_REASONS
  }
}

/** Reasons that a reviewer can confirm in the customer's data. */
function reasonsFor(inquiry: Inquiry): string[] {
  const failed = failedChecks(inquiry).map((capability) => FAILED_CHECK_REASONS[capability])
  const reasons = [
    ...(hasTwoNames(inquiry)
      ? ['The name on the document differs from the name the customer gave.']
      : []),
    ...(hasExpiredDocument(inquiry) ? ['The document has expired.'] : []),
    ...failed,
  ]
  if (reasons.length > 0) return reasons
  return inquiry.steps.includes('FACE_MATCH')
    ? [
        'The selfie resembles the photo on the document, but not closely enough for an automatic decision.',
      ]
    : ['The automatic check was not certain enough to decide.']
}

const FAILED_CHECK_REASONS: Record<Capability, string> = {
  PERSONAL_INFO: 'The personal information could not be confirmed.',
  PASSPORT_SCAN: 'The document could not be read with certainty.',
  FACE_MATCH: 'The selfie does not match the photo on the document.',
  SIGNATURE: 'The signature could not be read with certainty.',
}

/** The capabilities whose newest result failed. */
export function failedChecks({ results }: Inquiry): Capability[] {
  const newest = new Map(results.map((result) => [result.capability, result.succeeded]))
  return [...newest].flatMap(([capability, succeeded]) => (succeeded ? [] : [capability]))
}

/** Whether the name on the document differs from the one the customer gave. */
export function hasTwoNames({ personalInfo, document }: Inquiry): boolean {
  return (
    personalInfo !== null &&
    document !== null &&
    !isSameName(personalInfo.fullName, document.fullName)
  )
}

/** Whether the document had expired when the customer submitted it. */
export function hasExpiredDocument({ document, finishedAt }: Inquiry): boolean {
  if (document === null || finishedAt === null) return false
  const expiry = document.dateOfExpiry.split('-').toReversed().join('-')
  return expiry < finishedAt.slice(0, expiry.length)
}

/** N5: the status that a decision is reversed to; null if it isn't reversed. */
export function reversalOf(tenant: Tenant, status: string): string | null {
  return gapValue(tenant, 'N5') === 'reversal' ? (REVERSED.get(status) ?? null) : null
}

/** N29: the status that an approval silently changes to, and when; null if it never does. */
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
