'use client'
/** Polls `GET /api/inquiries/current` with SWR while the applicant's inquiry can change without the applicant. */
import { useCallback, useRef, useState } from 'react'
import useSWR from 'swr'
import { type ApplicantStage, isFinal } from '@/lib/inquiries/status'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { createErrorRetry } from './error-retry'

const SOON_MS = 500
const LATER_MS = 5_000
const RARELY_MS = 30_000
const MINUTE_MS = 60_000
/** SWR drops repeated requests within this time (2 s by default), so it must be shorter than any interval. */
export const DEDUPING_MS = 300

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
  const { currentInquirySchema } = await import('./polled-schemas')
  return currentInquirySchema.parse(await response.json())
}

const stateOf = ({ stage, handoff }: ApplicantInquiryView) => `${stage} ${handoff}`

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
