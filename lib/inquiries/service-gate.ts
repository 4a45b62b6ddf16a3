/**
 * The call budget: a token bucket within the API key's rate limit (D5, N17), and a pause of all calls after a 429 or a 401. All
 * instances share it in one row.
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../database/db'
import { Prisma } from '../prisma-client/client'
import { env } from '../runtime/env'
import { log } from '../runtime/log'
import { notePause } from '../runtime/metrics'
import {
  LONGEST_RETRY_AFTER_MS,
  RateLimitedError,
  UnauthorisedError,
  type VerificationError,
} from '../verification/errors'

/** The reserve: calls that only events and waiting people may use, so that a burst of applications never delays an approval. */
export const RESERVE = 2
/** The part of the reserve for the second read, which fetches the person's data when an account opens. */
export const IDENTITY_RESERVE = 1
/** How long to pause after a refused key (A4). Somebody has to replace it, so asking sooner is useless. */
const KEY_REFUSED_PAUSE_MS = 60_000
/** A waiting caller checks again at least this often, because somebody may return a call. */
const LOOK_AGAIN_MS = 1_000

/** A full bucket plus a minute's refill must stay below the limit. */
function budget(): { capacity: number; perMs: number } {
  const perMinute = env().VERIFICATION_CALLS_PER_MINUTE
  const capacity = Math.max(Math.min(RESERVE + 1, perMinute), perMinute * 0.05)
  // With three calls a minute or fewer, the bucket alone uses up the limit, so this gives it a minimum refill.
  return { capacity, perMs: Math.max(0.995 * perMinute - capacity, perMinute / 4) / 60_000 }
}

/** A pause that ends too far in the future was stored before the clock was set back, so it doesn't count. */
export const IS_PAUSED = Prisma.sql`gate."pausedUntil" > clock_timestamp()
  AND gate."pausedUntil" <= clock_timestamp() + ${LONGEST_RETRY_AFTER_MS}::float8 * interval '1 millisecond'`

/** Whether all calls are paused, as part of another statement. */
export const ARE_CALLS_PAUSED = Prisma.sql`EXISTS (SELECT FROM "ServiceGate" AS gate WHERE "id" = 1 AND ${IS_PAUSED})`

interface CallGrant {
  /** Whether the call may be made. */
  isGranted: boolean
  /** How long until the reserve is full again; 0 if it is. */
  reserveFullAfterMs: number
  /** The database's time. */
  at: Date
  /** If the call wasn't granted: when to ask again. */
  retryAfterMs: number
}

/**
 * Takes a call from the budget, without waiting.
 * @param reserve how many calls must remain afterwards
 */
export async function takeCall(reserve = 0): Promise<CallGrant> {
  const { perMs, capacity } = budget()
  const kept = Math.min(reserve, capacity - 1)
  const [taken] = await db().$queryRaw<
    { isGranted: boolean; left: number; at: Date; pausedMs: number }[]
  >`
    WITH gate AS (
      SELECT clock_timestamp() AS "at",
        least(${capacity}::float8, "tokens" + ${perMs}::float8
          * greatest(0, extract(epoch FROM clock_timestamp() - "refilledAt")::float8) * 1000) AS "level",
        CASE WHEN ${IS_PAUSED} THEN extract(epoch FROM "pausedUntil" - clock_timestamp())::float8 * 1000 ELSE 0 END AS "pausedMs"
      FROM "ServiceGate" AS gate WHERE "id" = 1 FOR UPDATE
    ), turn AS (
      SELECT gate.*, "pausedMs" = 0 AND "level" - ${kept}::float8 >= 1 AS "isGranted" FROM gate
    )
    UPDATE "ServiceGate" SET "tokens" = "level" - "isGranted"::int, "refilledAt" = "at"
    FROM turn WHERE "id" = 1
    RETURNING "isGranted", "tokens" AS "left", "at", "pausedMs"`
  if (!taken) {
    await db()
      .$executeRaw`INSERT INTO "ServiceGate" ("tokens") VALUES (${capacity}) ON CONFLICT DO NOTHING`
    return takeCall(reserve)
  }
  const { isGranted, left, at, pausedMs } = taken
  const refillMs = Math.max(1, (1 + kept - left) / perMs)
  return {
    isGranted,
    reserveFullAfterMs: Math.max(0, Math.min(RESERVE, capacity - 1) - left) / perMs,
    at,
    retryAfterMs: Math.max(pausedMs, refillMs),
  }
}

/**
 * Waits up to `patienceMs` for a call.
 * @param reserve how many calls must remain afterwards
 * @returns whether the call may be made
 */
export async function waitForCall(patienceMs: number, reserve = 0): Promise<boolean> {
  const endsAt = Date.now() + patienceMs
  for (;;) {
    const { isGranted, retryAfterMs } = await takeCall(reserve)
    if (isGranted) return true
    if (Date.now() + retryAfterMs > endsAt) return false
    await sleep(Math.min(retryAfterMs, LOOK_AGAIN_MS))
  }
}

/** Returns a call to the budget that was taken but not made. */
export const returnCall = () =>
  db().$executeRaw`UPDATE "ServiceGate" SET "tokens" = "tokens" + 1 WHERE "id" = 1`

export interface ServicePause {
  until: Date
  reason: 'RATE_LIMITED' | 'KEY_REFUSED'
}

/** The current pause, for staff; null when there is none. */
export async function getServicePause(): Promise<ServicePause | null> {
  const [gate] = await db().$queryRaw<{ pausedUntil: Date; pauseReason: string | null }[]>`
    SELECT "pausedUntil", "pauseReason" FROM "ServiceGate" AS gate WHERE "id" = 1 AND ${IS_PAUSED}`
  if (!gate) return null
  const reason = gate.pauseReason === 'RATE_LIMITED' ? 'RATE_LIMITED' : 'KEY_REFUSED'
  return { until: gate.pausedUntil, reason }
}

/** Starts or extends the pause after a 429, for as long as Retry-After says, or after a 401. Other failures affect one inquiry only. */
export async function pauseAfter(error: VerificationError): Promise<void> {
  const pause =
    error instanceof RateLimitedError
      ? { reason: 'RATE_LIMITED', ms: error.retryAfterMs }
      : error instanceof UnauthorisedError
        ? { reason: 'KEY_REFUSED', ms: KEY_REFUSED_PAUSE_MS }
        : null
  if (!pause) return
  const { reason, ms } = pause
  log.warn('service_paused', { reason, retryAfterMs: ms })
  notePause(reason, ms)
  await db().$executeRaw`
    INSERT INTO "ServiceGate" AS gate ("id", "pausedUntil", "pauseReason")
    VALUES (1, clock_timestamp() + ${ms}::float8 * interval '1 millisecond', ${reason})
    ON CONFLICT ("id") DO UPDATE SET "pausedUntil" = excluded."pausedUntil", "pauseReason" = excluded."pauseReason"
    WHERE (${IS_PAUSED}) IS NOT TRUE OR gate."pausedUntil" < excluded."pausedUntil"`
}
