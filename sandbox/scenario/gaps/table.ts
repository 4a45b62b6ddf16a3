// The ambiguity matrix: each gap in the contract, the sandbox's default, and the other values that a merchant must survive. Each
// tenant has one value per gap. A test can iterate over all values.
import { z } from 'zod'
import type { Tenant } from '../../state/entities.ts'

/** The contract's gaps (docs/contract.md, N1–N35). The first value is the default. */
export const GAPS = {
  N1: {
    gap: 'success codes of open and status',
    values: [
      'open-201-status-200',
      'open-200-status-200',
      'open-202-status-200',
      'open-207-status-203',
    ],
  },
  N2: {
    gap: 'reuse of an Idempotency-Key',
    values: ['replay', 'ignored', 'conflict', 'keeps-failures'],
  },
  N3: {
    gap: 'error body',
    values: ['code-message', 'nested-error', 'errors-list', 'problem-json', 'empty', 'html'],
  },
  N4: {
    gap: 'error of a draft or disabled revision',
    values: ['422', '400', '404', '409'],
  },
  N5: {
    gap: 'status transitions',
    values: ['through-completed', 'straight', 'reversal', 'unknown-status'],
  },
  N6: {
    gap: 'when the status endpoint shows a decision',
    values: ['before-event', 'after-event'],
  },
  N7: {
    gap: 'what an expired inquiry reads as',
    values: ['pending', 'failed', 'declined', 'unknown-status'],
  },
  N8: { gap: 'retries of a delivery', values: ['five-retries', 'none', 'burst-of-100'] },
  N9: { gap: 'what a receiver must answer', values: ['any-2xx', 'only-200'] },
  N10: { gap: 'order of deliveries', values: ['as-created', 'reversed', 'days-late'] },
  N11: { gap: 'delivery ID of a retry', values: ['new-each-attempt', 'same-each-attempt'] },
  N12: {
    gap: 'data of the review and decline events',
    values: ['usual', 'only-inquiry-id', 'extra-fields'],
  },
  N13: { gap: 'an event of an unknown kind', values: ['not-sent', 'inquiry.future'] },
  N14: {
    gap: 'which identity fields are present',
    values: ['all', 'some', 'none', 'unknown-document-type'],
  },
  N15: {
    gap: 'form of the HMAC key',
    values: ['utf8-with-prefix', 'utf8-without-prefix', 'base64-decoded'],
  },
  N16: { gap: 'old secret after a rotation', values: ['stops-at-once', 'both-sign'] },
  N17: {
    gap: 'rate limit and Retry-After',
    values: ['seconds', 'http-date', 'missing', 'a-year'],
  },
  N18: { gap: 'an expired document URL', values: ['403', '404', '410'] },
  N19: { gap: "the web SDK's interface", values: ['modal-redirect-popup', 'redirect-only'] },
  N20: { gap: 'host of document URLs', values: ['own-host', 'other-host'] },
  N21: {
    gap: 'an inquiry opened without referenceId or note',
    values: ['empty-string', 'null', 'omitted'],
  },
  N22: { gap: 'error of an unknown template', values: ['422', '400', '404'] },
  N23: {
    gap: 'an inquiryId that is not a UUID, on the status route',
    values: ['404', '400'],
  },
  N24: {
    gap: 'form and echo of X-Correlation-Id',
    values: ['echoed', 'not-echoed', 'not-carried'],
  },
  N25: { gap: 'how long an inquiry lives', values: ['seven-days', 'one-hour', 'thirty-days'] },
  N26: {
    gap: 'reasons given with NEEDS_REVIEW',
    values: ['one-or-more', 'none', 'many', 'only-in-review'],
  },
  N27: {
    gap: 'unknown fields in status and documents',
    values: ['none', 'extra-fields'],
  },
  N28: { gap: 'letters allowed in referenceId and note', values: ['ascii', 'unicode'] },
  N29: {
    gap: 'a reversal without an event',
    values: ['never', 'silent-failure', 'silent-decline'],
  },
  N30: {
    gap: 'whose clock signs an event',
    values: ['one-clock', 'differ', 'ahead', 'behind', 'same-time'],
  },
  N31: { gap: 'where document URLs point', values: ['to-the-service', 'elsewhere'] },
  N32: { gap: 'the HTTP of a delivery', values: ['http-1.1', 'offers-upgrade'] },
  N33: { gap: 'an expiresAt without a zone', values: ['utc', '400'] },
  N34: { gap: 'how long an API key lives', values: ['until-revoked', 'thirty-days'] },
  N35: { gap: 'how a version ends', values: ['never', 'announced'] },
} as const

/** Values that may carry seconds: `after-event:45`, `behind:1.5`. */
const WITH_SECONDS: readonly string[] = ['after-event', 'differ', 'ahead', 'behind']
const MAX_SECONDS = 24 * 60 * 60

export type GapId = keyof typeof GAPS
export type GapValue<Id extends GapId> = (typeof GAPS)[Id]['values'][number]

/** The tenant's current value. */
export function gapValue<Id extends GapId>(tenant: Tenant, id: Id): GapValue<Id> {
  const values: readonly GapValue<Id>[] = GAPS[id].values
  const [name] = (tenant.settings[id] ?? '').split(':')
  return values.find((value) => value === name) ?? defaultOf(id)
}

/** The seconds in the tenant's current value, in milliseconds. */
export function gapMs(tenant: Tenant, id: GapId, usualMs: number): number {
  const [, seconds] = (tenant.settings[id] ?? '').split(':')
  return seconds === undefined ? usualMs : Number(seconds) * 1_000
}

function isGapId(id: string): id is GapId {
  return Object.hasOwn(GAPS, id)
}

/** The matrix as a list, with the tenant's current values. */
export function listGaps(tenant: Tenant) {
  return Object.keys(GAPS)
    .filter(isGapId)
    .map((id) => ({
      id,
      gap: GAPS[id].gap,
      default: defaultOf(id),
      values: [...GAPS[id].values],
      current: tenant.settings[id] ?? defaultOf(id),
    }))
}

function defaultOf<Id extends GapId>(id: Id): GapValue<Id> {
  return GAPS[id].values[0]
}

function isValueOf(id: GapId, value: string): boolean {
  const [name = '', seconds, ...rest] = value.split(':')
  const isKnown = GAPS[id].values.some((known) => known === name)
  if (!isKnown || seconds === undefined) return isKnown
  const isNumber = /^\d{1,5}(\.\d{1,3})?$/.test(seconds) && Number(seconds) <= MAX_SECONDS
  return isNumber && rest.length === 0 && WITH_SECONDS.includes(name)
}

/** Values by gap: `{ "N1": "open-202-status-200" }`. */
export const settingsSchema = z.record(z.string(), z.string()).superRefine((settings, context) => {
  for (const [id, value] of Object.entries(settings)) {
    if (isGapId(id) && isValueOf(id, value)) continue
    const message = isGapId(id)
      ? `${id} has no value "${value}". Choose one of ${GAPS[id].values.join(', ')}.`
      : `There is no gap ${id}.`
    context.addIssue({ code: 'custom', path: [id], message })
  }
})
