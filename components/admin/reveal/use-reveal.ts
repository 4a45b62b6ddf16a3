'use client'
/** Fetches identity and documents on demand, and clears them when they expire or the page is left. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RevealError, RevealedInquiry } from '@/lib/inquiries/views'
import { fetchRevealed } from './fetch-revealed'

export type RevealState =
  | { step: 'hidden' }
  | { step: 'loading' }
  /** `expiresAt` is on the clock of `performance.now()`, which can't be changed. */
  | { step: 'shown'; revealed: RevealedInquiry; expiresAt: number; round: number }
  | { step: 'expired' }
  | { step: 'refused'; error: RevealError; retryAfterSeconds: number | null }

export function useReveal(id: string) {
  const [state, setState] = useState<RevealState>({ step: 'hidden' })
  const round = useRef(0)
  const refetched = useRef(false)

  const fetchAgain = useCallback(async () => {
    round.current += 1
    const thisRound = round.current
    setState({ step: 'loading' })
    const answer = await fetchRevealed(id)
    // Discard a stale response: it was hidden or fetched again in the meantime.
    if (thisRound !== round.current) return
    setState(
      answer.ok
        ? {
            step: 'shown',
            revealed: answer.revealed,
            expiresAt: performance.now() + answer.validForMs,
            round: thisRound,
          }
        : { step: 'refused', error: answer.error, retryAfterSeconds: answer.retryAfterSeconds },
    )
  }, [id])

  const reveal = useCallback(() => {
    refetched.current = false
    return fetchAgain()
  }, [fetchAgain])

  const forget = useCallback((step: 'hidden' | 'expired') => {
    round.current += 1
    setState({ step })
  }, [])

  /** If a link expires early, fetch new ones, but only once: a second failure isn't about the link. */
  const onImageError = useCallback(() => {
    if (refetched.current) return
    refetched.current = true
    void fetchAgain()
  }, [fetchAgain])

  useEffect(() => {
    if (state.step !== 'shown') return
    const timer = setTimeout(() => forget('expired'), state.expiresAt - performance.now())
    // Otherwise the back/forward cache would keep the data.
    const leave = () => forget('hidden')
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leave)
    }
  }, [state, forget])

  return { state, reveal, hide: () => forget('hidden'), onImageError }
}
