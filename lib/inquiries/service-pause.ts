/** One shared pause of all background calls with this key, kept in the database so that every instance obeys it. */
import 'server-only'
import { db } from '../db'
import { log } from '../log'
import { RateLimitedError, UnauthorisedError, type VerificationError } from '../verification/errors'

/** A refused key (A4) is tried again at this pace: somebody has to replace it first. */
const KEY_REFUSED_PAUSE_MS = 60_000

/** The pause that is under way, for staff; null when there is none. */
export const getServicePause = (now: Date) =>
  db().servicePause.findFirst({ where: { id: 1, until: { gt: now } } })

export const isServicePaused = async (now: Date): Promise<boolean> =>
  (await getServicePause(now)) !== null

/** Begins a pause after 429 (D5, Retry-After obeyed) or 401; any other failure concerns one row alone. */
export async function pauseAfter(error: VerificationError): Promise<void> {
  const pause =
    error instanceof RateLimitedError
      ? { reason: 'RATE_LIMITED', ms: error.retryAfterMs }
      : error instanceof UnauthorisedError
        ? { reason: 'KEY_REFUSED', ms: KEY_REFUSED_PAUSE_MS }
        : null
  if (!pause) return
  const until = new Date(Date.now() + pause.ms)
  log.warn('service_paused', { reason: pause.reason, retryAfterMs: pause.ms })
  await db().servicePause.upsert({
    where: { id: 1 },
    create: { id: 1, until, reason: pause.reason },
    update: { until, reason: pause.reason },
  })
}
