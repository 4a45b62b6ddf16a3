/**
 * The gate to the service, one row for all instances: the pause of the key after a 429 or a 401, and the turns that
 * keep background calls within the rate that the key allows (D5, N17), so that a 429 hardly ever comes.
 */
import 'server-only'
import { db } from '../db'
import { env } from '../env'
import { log } from '../log'
import { RateLimitedError, UnauthorisedError, type VerificationError } from '../verification/errors'

/** A refused key (A4) is tried again at this pace: somebody has to replace it first. */
const KEY_REFUSED_PAUSE_MS = 60_000
/** Turns come a little slower than allowed; what is left of a minute's calls may be taken at once. */
const PACE = 0.965
const AT_ONCE = 0.03

export interface ServicePause {
  until: Date
  /** `RATE_LIMITED` or `KEY_REFUSED` */
  reason: string
}

/** The pause that is under way, for staff; null when there is none. */
export async function getServicePause(now: Date): Promise<ServicePause | null> {
  const gate = await db().serviceGate.findFirst({ where: { id: 1, pausedUntil: { gt: now } } })
  return gate?.pausedUntil ? { until: gate.pausedUntil, reason: gate.pauseReason ?? '' } : null
}

export const isServicePaused = async (now: Date): Promise<boolean> =>
  (await getServicePause(now)) !== null

/** Begins or prolongs a pause after 429 (Retry-After obeyed) or 401; any other failure concerns one row alone. */
export async function pauseAfter(error: VerificationError): Promise<void> {
  const pause =
    error instanceof RateLimitedError
      ? { reason: 'RATE_LIMITED', ms: error.retryAfterMs }
      : error instanceof UnauthorisedError
        ? { reason: 'KEY_REFUSED', ms: KEY_REFUSED_PAUSE_MS }
        : null
  if (!pause) return
  const now = new Date()
  const until = new Date(now.getTime() + pause.ms)
  log.warn('service_paused', { reason: pause.reason, retryAfterMs: pause.ms })
  await db().$executeRaw`
    INSERT INTO "ServiceGate" AS gate ("id", "nextTurnAt", "pausedUntil", "pauseReason")
    VALUES (1, ${now}, ${until}, ${pause.reason})
    ON CONFLICT ("id") DO UPDATE SET "pausedUntil" = ${until}, "pauseReason" = ${pause.reason}
    WHERE gate."pausedUntil" IS NULL OR gate."pausedUntil" < ${until}`
}

/**
 * Takes the next turn. Whoever has a customer or staff waiting calls at once and lets the background wait for it.
 * @returns how long, in milliseconds, a background call waits before it goes out
 */
export async function takeTurn(): Promise<number> {
  const perMinute = env().VERIFICATION_CALLS_PER_MINUTE
  const stepMs = 60_000 / (perMinute * PACE)
  const now = new Date()
  const [turn] = await db().$queryRaw<{ waitMs: number }[]>`
    INSERT INTO "ServiceGate" AS gate ("id", "nextTurnAt")
    VALUES (1, ${now}::timestamptz + ${stepMs}::float8 * interval '1 millisecond')
    ON CONFLICT ("id") DO UPDATE SET
      "nextTurnAt" = greatest(gate."nextTurnAt", ${now}) + ${stepMs}::float8 * interval '1 millisecond'
    RETURNING extract(epoch FROM gate."nextTurnAt" - ${now})::float8 * 1000 - ${stepMs}::float8 AS "waitMs"`
  return Math.max(0, (turn?.waitMs ?? 0) - AT_ONCE * perMinute * stepMs)
}
