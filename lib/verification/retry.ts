/** How long to wait before sending a request again. */

/** The client's clock; a test passes its own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Resolves after `ms` milliseconds, or rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The platform's own time and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
}

/** N17: the wait if Retry-After is missing or unreadable. */
export const DEFAULT_RETRY_AFTER_MS = 30_000
/** N17: a longer Retry-After is cut to this. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000

/** `Thu, 01 Jan 2026 00:01:00 GMT`. Date.parse on its own reads "-5" and "1.5" as dates in 2001. */
const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/

/**
 * Reads a Retry-After header: seconds or an HTTP date (N17).
 * @returns milliseconds, at least 0 and at most {@link LONGEST_RETRY_AFTER_MS}.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN
  if (Number.isNaN(ms)) return DEFAULT_RETRY_AFTER_MS
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS)
}

const FIRST_BACKOFF_MS = 200

/**
 * Exponential backoff with full jitter: between 0 and 200, 400, 800 … ms, so clients don't all retry at once.
 *
 * @param attempt the attempts made so far, from 1
 * @param random like Math.random
 */
export const backoffMs = (attempt: number, random: () => number): number =>
  random() * FIRST_BACKOFF_MS * 2 ** (attempt - 1)
