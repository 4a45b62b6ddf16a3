'use client'
/** The applicant's inquiry in the browser: SWR over `GET /api/inquiries/current`, as long as it can still change. */
import { useCallback, useRef } from 'react'
import useSWR from 'swr'
import * as z from 'zod/mini'
import type { ApplicantInquiryView } from '@/lib/inquiries/views'
import { DEDUPING_MS, refreshIntervalMs } from './refresh-interval'
import { STAGE_TEXT } from './stage-text'

const isStage = (value: unknown): value is ApplicantInquiryView['stage'] =>
  typeof value === 'string' && Object.hasOwn(STAGE_TEXT, value)

const currentInquirySchema: z.ZodMiniType<ApplicantInquiryView> = z.object({
  stage: z.custom<ApplicantInquiryView['stage']>(isStage),
  product: z.string(),
  inquiryId: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  accountOpened: z.boolean(),
  serviceUnreachable: z.boolean(),
  openedAt: z.string(),
  updatedAt: z.string(),
})

/** Null when this browser has no application any more. */
async function fetchCurrentInquiry(url: string): Promise<ApplicantInquiryView | null> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`GET ${url} answered ${response.status}`)
  return currentInquirySchema.parse(await response.json())
}

/** `offline` is true while our own server does not answer; what was last known stays on the screen. */
export function useCurrentInquiry(initial: ApplicantInquiryView) {
  const lastChange = useRef({ stage: initial.stage, at: 0 })
  const { data, error, mutate } = useSWR<ApplicantInquiryView | null>(
    '/api/inquiries/current',
    fetchCurrentInquiry,
    {
      fallbackData: initial,
      errorRetryInterval: 2000,
      dedupingInterval: DEDUPING_MS,
      refreshInterval: (latest) => {
        if (latest === null) return 0
        const watched = latest ?? initial
        if (watched.stage !== lastChange.current.stage || lastChange.current.at === 0) {
          lastChange.current = { stage: watched.stage, at: performance.now() }
        }
        return refreshIntervalMs(watched, performance.now() - lastChange.current.at)
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
