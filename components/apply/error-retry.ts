/**
 * How the customer's pages retry after an error from our own server. SWR stops polling while there's an error, and its
 * default backoff grows to minutes, so the page would stay stale long after the server is back.
 */
const FIRST_MS = 1_000
const LONGEST_MS = 12_000

/** Exponential backoff up to 12 s, with ±25% jitter so that waiting pages don't all retry at once. */
export function retryDelayMs(retryCount: number, random = Math.random): number {
  const delayMs = Math.min(FIRST_MS * 2 ** Math.min(retryCount - 1, 10), LONGEST_MS)
  return delayMs * (0.75 + random() / 2)
}

type Revalidate = (options: { retryCount: number; dedupe: boolean }) => unknown

/** SWR's `onErrorRetry` with a single timer. Otherwise, each window focus would start another series of retries. */
export function createErrorRetry() {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (
    _error: unknown,
    _key: string,
    _config: unknown,
    revalidate: Revalidate,
    options: { retryCount: number; dedupe: boolean },
  ): void => {
    clearTimeout(timer)
    timer = setTimeout(() => revalidate(options), retryDelayMs(options.retryCount))
  }
}
