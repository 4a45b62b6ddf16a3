// Applies a tenant's gap settings to its deliveries (N8–N11, N13, N15, N16, N30).
import { SECRET_PREFIX } from '../../service/authentication.ts'
import type { Endpoint, Inquiry, Tenant } from '../../state/entities.ts'
import { gapMs, gapValue } from './table.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** N8's default: the delay after the first failure, after the second, and so on. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
]
export const BURST_RETRIES = 100
const BURST_DELAY_MS = 10
/** Jitter only shortens a delay, so a test that advances by the full delay always reaches the retry. */
const JITTER = 0.1
/** N10 `reversed`: how long a delivery is held, so that later events overtake it. */
const REVERSE_HOLD_MS = 5 * SECOND_MS
const DAYS_LATE_MS = 3 * DAY_MS
/** N30: how far apart the clocks of the service's machines are, unless the value gives it. */
const SKEW_MS = 2 * SECOND_MS
/** N16 `both-sign`: how long the old secret keeps signing. */
export const ROTATION_OVERLAP_MS = DAY_MS

/** The event kinds that a transition sends: its own and, with N13, an unknown one. */
export function kindsToSend(tenant: Tenant, kind: string): string[] {
  return gapValue(tenant, 'N13') === 'inquiry.future' ? [kind, 'inquiry.future'] : [kind]
}

/** N30: the event's `createdAt`, by the clock of the machine that signs it. */
export function signedAtMs(
  tenant: Tenant,
  { history, lastEventAt }: Inquiry,
  createdAtMs: number,
): number {
  const skewMs = gapMs(tenant, 'N30', SKEW_MS)
  switch (gapValue(tenant, 'N30')) {
    case 'one-clock':
      return createdAtMs
    case 'differ':
      // Two machines sign alternating transitions, and the second machine's clock is slow.
      return history.length % 2 === 1 ? createdAtMs : createdAtMs - skewMs
    case 'ahead':
      return createdAtMs + skewMs
    case 'behind':
      return createdAtMs - skewMs
    case 'same-time':
      return lastEventAt === null ? createdAtMs : Date.parse(lastEventAt)
  }
}

/**
 * N10: when a new delivery is due.
 * @param heldMs the due times of the tenant's deliveries without an attempt
 */
export function firstDueMs(tenant: Tenant, nowMs: number, heldMs: readonly number[]): number {
  switch (gapValue(tenant, 'N10')) {
    case 'as-created':
      return nowMs
    case 'days-late':
      return nowMs + DAYS_LATE_MS
    case 'reversed':
      return Math.min(nowMs + REVERSE_HOLD_MS, ...heldMs.map((dueMs) => dueMs - 1))
  }
}

/** N8: milliseconds until the next attempt after `failures` failed ones; null to give up. */
export function retryDelayMs(
  tenant: Tenant,
  failures: number,
  random: () => number = Math.random,
): number | null {
  switch (gapValue(tenant, 'N8')) {
    case 'none':
      return null
    case 'burst-of-100':
      return failures > BURST_RETRIES ? null : BURST_DELAY_MS
    case 'five-retries': {
      const delayMs = RETRY_DELAYS_MS[failures - 1]
      return delayMs === undefined ? null : Math.round(delayMs * (1 - JITTER * random()))
    }
  }
}

/** Whether the receiver accepted the delivery (N9). A redirect is a failure. */
export function isAccepted(tenant: Tenant, status: number): boolean {
  return gapValue(tenant, 'N9') === 'only-200' ? status === 200 : status >= 200 && status < 300
}

/**
 * The secret that signs an attempt. With N16 `both-sign`, the old secret signs every odd attempt until it expires. Otherwise a
 * rotation ends the old secret at once.
 */
export function signingSecret(endpoint: Endpoint, attempt: number, nowMs: number): string {
  const { previousSecret, previousSecretUntil } = endpoint
  if (previousSecret === null || previousSecretUntil === null) return endpoint.secret
  const stillSigns = nowMs < Date.parse(previousSecretUntil)
  return stillSigns && attempt % 2 === 1 ? previousSecret : endpoint.secret
}

/** Derives the HMAC key from a secret (N15). */
export function signingKey(tenant: Tenant, secret: string): string | Buffer {
  const bare = secret.slice(SECRET_PREFIX.length)
  switch (gapValue(tenant, 'N15')) {
    case 'utf8-with-prefix':
      return secret
    case 'utf8-without-prefix':
      return bare
    case 'base64-decoded':
      return Buffer.from(bare, 'base64')
  }
}
