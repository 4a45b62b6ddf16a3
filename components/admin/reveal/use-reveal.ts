'use client'
/** What is revealed, and for how long: fetched on demand, forgotten at its expiry and when the page is left. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RevealError, RevealedInquiry } from '@/lib/inquiries/views'
import { fetchRevealed } from './fetch-revealed'

export type RevealState =
  | { step: 'hidden' }
  | { step: 'loading' }
  /** `expiresAt` is on the clock of `performance.now()`, which nobody can set. */
  | { step: 'shown'; revealed: RevealedInquiry; expiresAt: number; round: number }
  | { step: 'expired' }
  | { step: 'refused'; error: RevealError; retryAfterSeconds: number | null }

export function useReveal(inquiry: string) {
  const [state, setState] = useState<RevealState>({ step: 'hidden' })
  const round = useRef(0)
  const refetched = useRef(false)

  const fetchAgain = useCallback(async () => {
    round.current += 1
    const thisRound = round.current
    setState({ step: 'loading' })
    const answer = await fetchRevealed(inquiry)
    // Hidden, or asked for again, in the meantime: this answer is not wanted any more.
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
  }, [inquiry])

  const reveal = useCallback(() => {
    refetched.current = false
    return fetchAgain()
  }, [fetchAgain])

  const forget = useCallback((step: 'hidden' | 'expired') => {
    round.current += 1
    setState({ step })
  }, [])

  /** A link that stopped early gets one new set of links; a second failure is the picture's own. */
  const onImageError = useCallback(() => {
    if (refetched.current) return
    refetched.current = true
    void fetchAgain()
  }, [fetchAgain])

  useEffect(() => {
    if (state.step !== 'shown') return
    const timer = setTimeout(() => forget('expired'), state.expiresAt - performance.now())
    // The browser may keep a page that was left, to bring it back: not with this on it.
    const leave = () => forget('hidden')
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leave)
    }
  }, [state, forget])

  return { state, reveal, hide: () => forget('hidden'), onImageError }
}
