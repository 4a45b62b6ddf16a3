'use client'
/**
 * Polls `GET /api/inquiries/current` with SWR while the applicant's inquiry can change without the applicant, and reports the
 * customer's return from the hosted flow.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { type ApplicantInquiryView, type ApplicantStage, isFinal } from '@/lib/inquiries/status'

const SOON_MS = 500
const LATER_MS = 5_000
const RARELY_MS = 30_000
const MINUTE_MS = 60_000
/** SWR drops repeated requests within this time (2 s by default), so it must be shorter than any interval. */
const DEDUPING_MS = 300

/**
 * Polls often right after a change, and less often the longer nothing changes. An open account is polled too, because its
 * approval can be reversed while the customer looks at it (N29).
 * @returns 0 to stop polling
 */
export function refreshIntervalMs(
  inquiry: { stage: ApplicantStage; accountOpened: boolean },
  unchangedForMs: number,
): number {
  const { stage, accountOpened } = inquiry
  if (isFinal(stage) && stage !== 'approved') return 0
  if (unchangedForMs < 2 * MINUTE_MS && !accountOpened) return SOON_MS
  return unchangedForMs < 15 * MINUTE_MS ? LATER_MS : RARELY_MS
}

/** Null if this browser no longer has an application. */
async function fetchCurrentInquiry(url: string): Promise<ApplicantInquiryView | null> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`GET ${url} returned ${response.status}`)
  const { currentInquirySchema } = await import('./polled-schema')
  return currentInquirySchema.parse(await response.json())
}

const stateOf = ({ stage, accountOpened }: ApplicantInquiryView) => `${stage} ${accountOpened}`

/** `offline`: our own server didn't respond, and `inquiry` is the last known state. */
export function useCurrentInquiry(initial: ApplicantInquiryView) {
  const lastChange = useRef({ state: stateOf(initial), at: 0 })
  const [onErrorRetry] = useState(createErrorRetry)
  const { data, error, mutate } = useSWR<ApplicantInquiryView | null>(
    '/api/inquiries/current',
    fetchCurrentInquiry,
    {
      fallbackData: initial,
      onErrorRetry,
      dedupingInterval: DEDUPING_MS,
      refreshInterval: (latest) => {
        if (latest === null) return 0
        const current = latest ?? initial
        if (stateOf(current) !== lastChange.current.state || lastChange.current.at === 0) {
          lastChange.current = { state: stateOf(current), at: performance.now() }
        }
        return refreshIntervalMs(current, performance.now() - lastChange.current.at)
      },
    },
  )
  const refresh = useCallback(() => void mutate(), [mutate])
  return {
    inquiry: data === undefined ? initial : data,
    offline: error !== undefined,
    refresh,
  }
}

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

/** The pause before each retry, two minutes in all. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/**
 * Reports a return from the hosted flow, with retries: if our server missed the report, nothing else would repeat it.
 * @param report makes a read due
 * @param refresh fetches the state, after each attempt
 * @param isOpen whether the page is still open
 */
export async function reportReturn(
  report: () => Promise<void>,
  refresh: () => void,
  isOpen: () => boolean,
): Promise<void> {
  for (const pauseMs of [...PAUSES_MS, null]) {
    const isAccepted = await report().then(
      () => true,
      () => false,
    )
    if (!isOpen()) return
    refresh()
    if (isAccepted || pauseMs === null) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (!isOpen()) return
  }
}

export function useReportReturn(report: () => Promise<void>, refresh: () => void): () => void {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useCallback(
    () => void reportReturn(report, refresh, () => isOpen.current),
    [report, refresh],
  )
}
