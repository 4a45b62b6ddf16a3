/**
 * How the customer's pages ask again after an error of our own server. SWR polls no more while there is one, and its own
 * backoff grows to minutes, so the page would stay behind long after the server is back.
 */
const FIRST_MS = 1_000
const LONGEST_MS = 12_000

/** Doubles up to 12 s, and varies by a quarter so that waiting pages don't all come back at once. */
export function retryDelayMs(retryCount: number, random = Math.random): number {
  const delayMs = Math.min(FIRST_MS * 2 ** Math.min(retryCount - 1, 10), LONGEST_MS)
  return delayMs * (0.75 + random() / 2)
}

type Revalidate = (options: { retryCount: number; dedupe: boolean }) => unknown

/** SWR's `onErrorRetry`, with one timer: each focus of the window would otherwise start another series of retries. */
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
