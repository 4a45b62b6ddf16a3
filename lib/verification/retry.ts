/** When to send a request again, and for how long to wait first. */

/** The clock that the client waits by; a test passes its own. */
export interface Clock {
  now(): number
  /** Resolves after `ms` milliseconds, or rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

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

/** N17: the wait when Retry-After is missing or unreadable, and the longest that is believed. */
export const DEFAULT_RETRY_AFTER_MS = 30_000
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000

/** `Thu, 01 Jan 2026 00:01:00 GMT`. Date.parse alone would take "-5" and "1.5" for dates in 2001. */
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

/** Full jitter: anywhere between nothing and 200, 400, 800 … ms, so that many clients do not come back at once. */
export const backoffMs = (attempt: number, random: () => number): number =>
  random() * FIRST_BACKOFF_MS * 2 ** (attempt - 1)
