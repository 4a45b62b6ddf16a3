'use client'
/** Polls `GET /api/inquiries/current` with SWR as long as the customer's screen may change. */
import { useCallback, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import type { ApplicantInquiryView } from '@/lib/inquiries/applicant-view'
import { isFinal } from '@/lib/inquiries/stages'

const SOON_MS = 500
const LATER_MS = 5_000
const RARELY_MS = 30_000
const MINUTE_MS = 60_000
/** A return is soon followed by an event, or else by a read. */
const RETURN_MS = 20_000
/** SWR drops repeated requests within this time (2 s by default), so it must be shorter than every polling interval. */
const DEDUPING_MS = 300

/**
 * Polls often after a change, and less often the longer nothing changes. Polling continues after the account opens, because the
 * approval can be reversed (N29), and while a decision isn't confirmed. At `ready` it polls slowly, because the flow itself tells the
 * page when the check is done.
 * @returns 0 to stop polling
 */
export function refreshIntervalMs(
  inquiry: Pick<ApplicantInquiryView, 'stage' | 'isBeingConfirmed' | 'accountOpened'>,
  unchangedForMs: number,
  returnedForMs = Infinity,
): number {
  const { stage, isBeingConfirmed, accountOpened } = inquiry
  if (isFinal(stage) && stage !== 'approved' && !isBeingConfirmed) return 0
  const isRecent = stage === 'ready' ? returnedForMs < RETURN_MS : unchangedForMs < 2 * MINUTE_MS
  if (isRecent && !accountOpened) return SOON_MS
  return unchangedForMs < 15 * MINUTE_MS ? LATER_MS : RARELY_MS
}

/** Why there is no inquiry to show: the customer's session has ended, or this customer hasn't applied. */
export type Missing = 'signed_out' | 'not_applied'

async function fetchCurrentInquiry(): Promise<ApplicantInquiryView | Missing> {
  const response = await fetch('/api/inquiries/current', {
    headers: { Accept: 'application/json' },
  })
  if (response.status === 401) return 'signed_out'
  if (response.status === 404) return 'not_applied'
  if (!response.ok) throw new Error(`The status route answered ${response.status}`)
  const { applicantInquirySchema } = await import('@/lib/inquiries/applicant-view')
  return applicantInquirySchema.parse(await response.json())
}

export const isMissing = (current: ApplicantInquiryView | Missing): current is Missing =>
  typeof current === 'string'

/** A key that changes when something changes for the customer. */
const changeOf = (current: ApplicantInquiryView | Missing): string =>
  isMissing(current) ? current : `${current.stage} ${current.accountOpened}`

/** Repeats the report, because nothing else tells our server that the customer is back from the hosted flow. */
export async function reportUntilTaken(report: () => Promise<void>): Promise<void> {
  const isTaken = () =>
    report().then(
      () => true,
      () => false,
    )
  while (!(await isTaken())) await new Promise((resolve) => setTimeout(resolve, LATER_MS))
}

/**
 * @param report tells our server that the customer is back
 * @returns the last known state, whether our server is unreachable, and functions to poll now and to report a return
 */
export function useCurrentInquiry(initial: ApplicantInquiryView, report: () => Promise<void>) {
  /** In milliseconds since the page started to load. */
  const changedAt = useRef(0)
  /** A state, because SWR starts its timer again only when the page renders. */
  const [returnedAt, setReturnedAt] = useState(-Infinity)
  const {
    data: inquiry = initial,
    error,
    mutate,
  } = useSWR('/api/inquiries/current', fetchCurrentInquiry, {
    fallbackData: initial,
    dedupingInterval: DEDUPING_MS,
    refreshInterval: (latest = initial) => {
      if (isMissing(latest)) return 0
      const now = performance.now()
      return refreshIntervalMs(latest, now - changedAt.current, now - returnedAt)
    },
    onSuccess: (next) => {
      if (changeOf(next) !== changeOf(inquiry)) changedAt.current = performance.now()
    },
    // A demo's server answers on a machine without a network.
    refreshWhenOffline: true,
    // By default, SWR waits longer after every failure, up to minutes.
    onErrorRetry: (_error, _key, _config, retry) => void setTimeout(retry, LATER_MS),
  })
  useEffect(() => {
    const look = () => void mutate()
    window.addEventListener('offline', look)
    return () => window.removeEventListener('offline', look)
  }, [mutate])
  const noteReturn = useCallback(() => {
    setReturnedAt(performance.now())
    void reportUntilTaken(report)
    void mutate()
  }, [report, mutate])
  return { inquiry, offline: error !== undefined, refresh: () => void mutate(), noteReturn }
}
