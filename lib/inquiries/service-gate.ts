/**
 * The call budget, shared by all instances in one row: a token bucket that stays within the key's rate limit (D5, N17),
 * and a pause of all calls after a 429 or a 401.
 */
import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../db'
import { env } from '../env'
import { log } from '../log'
import { RateLimitedError, UnauthorisedError, type VerificationError } from '../verification/errors'

/** A refused key (A4) is retried at this interval, because someone has to replace it first. */
const KEY_REFUSED_PAUSE_MS = 60_000
/** The bucket's capacity plus a minute's refill stays below the limit by this factor. */
const SAFETY = 0.995
/** The bucket's capacity, as a fraction of a minute's calls. */
const BURST = 0.03
/** The smallest burst, because a reviewer's reveal takes two calls. A limit of one call a minute doesn't allow it. */
const MIN_BURST = 2
/** How often a waiting caller checks again, in case a call was returned. */
const LOOK_AGAIN_MS = 1_000

/**
 * What a call is for. `reported`: confirming an event. `awaited`: a customer or staff are waiting. `opening`: a new
 * application. `scheduled`: nobody is waiting. Each goes before the next, and the last two leave part of the bucket to those
 * before them, so a burst of applications, a crowd of returning customers or a backlog of reads never holds up an approval.
 */
export type CallPriority = 'reported' | 'awaited' | 'opening' | 'scheduled'
const RESERVED: Record<CallPriority, number> = {
  reported: 0,
  awaited: 0,
  opening: 0.5,
  scheduled: 0.75,
}

export interface ServicePause {
  until: Date
  /** `RATE_LIMITED` or `KEY_REFUSED` */
  reason: string
}

/** The current pause, for staff; null when there is none. */
export async function getServicePause(now: Date): Promise<ServicePause | null> {
  const gate = await db().serviceGate.findFirst({ where: { id: 1, pausedUntil: { gt: now } } })
  return gate?.pausedUntil ? { until: gate.pausedUntil, reason: gate.pauseReason ?? '' } : null
}

/** Starts or extends a pause after 429 (obeying Retry-After) or 401. Any other failure affects only one inquiry. */
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
  await db().$executeRaw`
    INSERT INTO "ServiceGate" AS gate ("id", "pausedUntil", "pauseReason")
    VALUES (1, clock_timestamp() + ${ms}::float8 * interval '1 millisecond', ${reason})
    ON CONFLICT ("id") DO UPDATE SET "pausedUntil" = excluded."pausedUntil", "pauseReason" = excluded."pauseReason"
    WHERE gate."pausedUntil" IS NULL OR gate."pausedUntil" < excluded."pausedUntil"`
}

export interface CallGrant {
  /** How many calls may be made now. */
  calls: number
  /** The database's time. A read made with these calls counts as begun then. */
  at: Date
  /** When nothing was granted: how long until it is worth asking again. */
  retryAfterMs: number
}

/** Takes up to `atMost` calls from the budget. Never waits. */
export async function takeCalls(priority: CallPriority, atMost: number): Promise<CallGrant> {
  const { perMs, burst } = budget(env().VERIFICATION_CALLS_PER_MINUTE)
  const reserved = RESERVED[priority] * (burst - 1)
  const [taken] = await db().$queryRaw<
    { calls: number; at: Date; level: number; pausedMs: number }[]
  >`
    WITH gate AS (
      SELECT clock_timestamp() AS "at",
        least(${burst}::float8, "tokens" + ${perMs}::float8
          * greatest(0, extract(epoch FROM clock_timestamp() - "refilledAt")::float8) * 1000) AS "level",
        greatest(0, coalesce(extract(epoch FROM "pausedUntil" - clock_timestamp()), 0))::float8 * 1000 AS "pausedMs"
      FROM "ServiceGate" WHERE "id" = 1 FOR UPDATE
    ), granted AS (
      SELECT gate.*, CASE WHEN "pausedMs" > 0 THEN 0
        ELSE greatest(0, least(${atMost}::int, floor("level" - ${reserved}::float8)))::int END AS "calls"
      FROM gate
    )
    UPDATE "ServiceGate" SET "tokens" = "level" - "calls", "refilledAt" = "at"
    FROM granted WHERE "id" = 1
    RETURNING "calls", "at", "level", "pausedMs"`
  if (!taken) {
    await db()
      .$executeRaw`INSERT INTO "ServiceGate" ("tokens") VALUES (${burst}) ON CONFLICT DO NOTHING`
    return takeCalls(priority, atMost)
  }
  const refillMs = Math.max(1, (1 + reserved - taken.level) / perMs)
  return { calls: taken.calls, at: taken.at, retryAfterMs: Math.max(taken.pausedMs, refillMs) }
}

/** Why no call was available. Staff get the same explanation whatever the call was for. */
export type CallRefusal = { error: 'rate_limited'; retryAfterMs: number } | { error: 'unavailable' }

/** When others have used up the budget: about how long until a call is free again. */
const BUSY_MS = 5_000

/** Explains why {@link takeCall} returned null. A pause after a 429 is a rate limit; after a 401 the service is unavailable. */
export async function explainNoCall(): Promise<CallRefusal> {
  const pause = await getServicePause(new Date())
  return pause ? explainPause(pause) : { error: 'rate_limited', retryAfterMs: BUSY_MS }
}

export const explainPause = ({ until, reason }: ServicePause): CallRefusal =>
  reason === 'RATE_LIMITED'
    ? { error: 'rate_limited', retryAfterMs: until.getTime() - Date.now() }
    : { error: 'unavailable' }

/**
 * Takes each retry of a call from the budget, as if it were a new call. A 429 isn't retried: the caller starts a pause
 * instead, for every instance.
 */
export const retriesWithin =
  (priority: CallPriority) =>
  async (failure: VerificationError): Promise<boolean> =>
    !(failure instanceof RateLimitedError) && (await takeCalls(priority, 1)).calls > 0

/** The most calls that the budget allows within `ms`. */
export function mostCallsIn(ms: number): number {
  const { burst, perMs } = budget(env().VERIFICATION_CALLS_PER_MINUTE)
  return Math.ceil(burst + perMs * ms)
}

/** How long an empty bucket takes to refill by one call. */
export const oneCallMs = (): number => 1 / budget(env().VERIFICATION_CALLS_PER_MINUTE).perMs

/** Gives back calls that were taken and not made. */
export async function returnCalls(calls: number): Promise<void> {
  if (calls === 0) return
  await db()
    .$executeRaw`UPDATE "ServiceGate" SET "tokens" = "tokens" + ${calls}::float8 WHERE "id" = 1`
}

/** Waits up to `patienceMs` for one call. @returns the database's time if it may be made, else null */
export async function takeCall(priority: CallPriority, patienceMs: number): Promise<Date | null> {
  const endsAt = Date.now() + patienceMs
  for (;;) {
    const { calls, at, retryAfterMs } = await takeCalls(priority, 1)
    if (calls > 0) return at
    if (Date.now() + retryAfterMs > endsAt) return null
    await sleep(Math.min(retryAfterMs, LOOK_AGAIN_MS))
  }
}

/** A minute's calls are the bucket's capacity plus its refill. */
function budget(callsPerMinute: number): { burst: number; perMs: number } {
  const allowed = callsPerMinute * SAFETY
  const burst = Math.max(Math.min(MIN_BURST, callsPerMinute), callsPerMinute * BURST)
  // At up to three calls a minute, the bucket holds most of them and still has to refill. Capacity and refill together
  // stay below the next whole call.
  return { burst, perMs: Math.max(allowed - burst, allowed / 2) / 60_000 }
}
