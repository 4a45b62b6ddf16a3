'use client'
/** Fetches identity and documents on demand, and clears them when they expire or the reader leaves the page. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RevealError, RevealedInquiry } from '@/lib/inquiries/views'
import { hasEvidence } from './evidence'
import { fetchRevealed } from './fetch-revealed'

export interface RevealRefusal {
  error: RevealError
  retryAfterSeconds: number | null
}

export type RevealState =
  | { step: 'hidden' }
  | { step: 'loading' }
  | {
      step: 'shown'
      revealed: RevealedInquiry
      /** On the clock of `performance.now()`, which nobody can set. Null if there's nothing to hide. */
      expiresAt: number | null
      round: number
      /** Whether new links are on their way or were refused. The current ones stay until they expire. */
      renewal: 'none' | 'pending' | RevealRefusal
    }
  | { step: 'expired' }
  | ({ step: 'refused' } & RevealRefusal)

/** @param onRevealed called after every reveal, because each adds to the timeline */
export function useReveal(id: string, onRevealed: () => void) {
  const [state, setState] = useState<RevealState>({ step: 'hidden' })
  const round = useRef(0)
  const refetched = useRef(false)

  const fetchNow = useCallback(async () => {
    round.current += 1
    const thisRound = round.current
    setState((now) => (now.step === 'shown' ? { ...now, renewal: 'pending' } : { step: 'loading' }))
    const answer = await fetchRevealed(id)
    // Discard a stale response: the reader has hidden the data or fetched it again in the meantime.
    if (thisRound !== round.current) return
    onRevealed()
    if (answer.ok) {
      const { revealed, validForMs } = answer
      const expiresAt = hasEvidence(revealed) ? performance.now() + validForMs : null
      setState({ step: 'shown', revealed, expiresAt, round: thisRound, renewal: 'none' })
      return
    }
    const refusal = { error: answer.error, retryAfterSeconds: answer.retryAfterSeconds }
    setState((now) =>
      now.step === 'shown' ? { ...now, renewal: refusal } : { step: 'refused', ...refusal },
    )
  }, [id, onRevealed])

  /** For the first reveal and for another five minutes. Both are audited. */
  const reveal = useCallback(() => {
    refetched.current = false
    void fetchNow()
  }, [fetchNow])

  const forget = useCallback((step: 'hidden' | 'expired') => {
    round.current += 1
    setState({ step })
  }, [])
  const hide = useCallback(() => forget('hidden'), [forget])

  /** If a link expires early, fetch new ones, but only once: a second failure isn't about the link. */
  const onImageError = useCallback(() => {
    if (refetched.current) return
    refetched.current = true
    void fetchNow()
  }, [fetchNow])

  const expiresAt = state.step === 'shown' ? state.expiresAt : null
  useEffect(() => {
    if (expiresAt === null) return
    const timer = setTimeout(() => forget('expired'), expiresAt - performance.now())
    return () => clearTimeout(timer)
  }, [expiresAt, forget])

  const isShown = state.step === 'shown'
  useEffect(() => {
    if (!isShown) return
    // Otherwise the back/forward cache would keep the data.
    window.addEventListener('pagehide', hide)
    return () => window.removeEventListener('pagehide', hide)
  }, [isShown, hide])

  return { state, reveal, hide, onImageError }
}
