'use client'
/** Polls `GET /api/inquiries/current` with SWR while the applicant's inquiry can change without the applicant. */
import { useState } from 'react'
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
async function fetchCurrentInquiry(): Promise<ApplicantInquiryView | null> {
  const response = await fetch('/api/inquiries/current', {
    headers: { Accept: 'application/json' },
  })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`The status route answered ${response.status}`)
  const { currentInquirySchema } = await import('./polled-schema')
  return currentInquirySchema.parse(await response.json())
}

interface Polled {
  inquiry: ApplicantInquiryView | null
  /** Our own server didn't respond, and `inquiry` is the last known state. */
  offline: boolean
}

/**
 * What one page knows between its polls. They never fail, since SWR would stop polling, and then retry after minutes.
 * @param report tells our server that the customer is back from the hosted flow. Nothing else would, so each poll repeats it
 *   until it is taken.
 */
export function createPolls(initial: ApplicantInquiryView, report: () => Promise<void>) {
  let known: ApplicantInquiryView | null = initial
  let changedAt = performance.now()
  let isReportDue = false
  let isReporting = false
  return {
    noteReturn(): void {
      isReportDue = true
    },
    async poll(): Promise<Polled> {
      if (isReportDue && !isReporting) {
        isReporting = true
        report()
          .then(() => {
            isReportDue = false
          })
          .catch(() => {})
          .finally(() => {
            isReporting = false
          })
      }
      try {
        const inquiry = await fetchCurrentInquiry()
        const isChanged =
          inquiry?.stage !== known?.stage || inquiry?.accountOpened !== known?.accountOpened
        if (isChanged) changedAt = performance.now()
        known = inquiry
        return { inquiry, offline: false }
      } catch {
        return { inquiry: known, offline: true }
      }
    },
    intervalMs({ inquiry, offline }: Polled): number {
      if (offline || (isReportDue && !isReporting)) return LATER_MS
      return inquiry ? refreshIntervalMs(inquiry, performance.now() - changedAt) : 0
    },
  }
}

/** @returns also how to poll now, and how to say that the customer is back from the hosted flow */
export function useCurrentInquiry(initial: ApplicantInquiryView, report: () => Promise<void>) {
  const [polls] = useState(() => createPolls(initial, report))
  const atFirst: Polled = { inquiry: initial, offline: false }
  const { data = atFirst, mutate } = useSWR('/api/inquiries/current', polls.poll, {
    fallbackData: atFirst,
    dedupingInterval: DEDUPING_MS,
    refreshInterval: (latest) => polls.intervalMs(latest ?? atFirst),
  })
  const [actions] = useState(() => ({
    refresh: () => void mutate(),
    noteReturn: () => {
      polls.noteReturn()
      void mutate()
    },
  }))
  return { ...data, ...actions }
}
