'use client'
/**
 * Fetches an inquiry's identity and documents on demand, shares them among the parts of the case page, and clears them when
 * their links expire or the reader leaves. They live in memory only while they're shown.
 */
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import {
  type RevealError,
  type RevealedInquiry,
  revealErrorSchema,
  revealedSchema,
} from '@/lib/back-office/revealed'

/** D7: the URLs stay valid for five minutes. */
const URL_VALIDITY_MS = 5 * 60_000

export interface Refusal {
  error: RevealError
  retryAfterSeconds: number | null
}

type State =
  | { step: 'hidden' | 'loading' | 'expired' }
  | ({ step: 'refused' } & Refusal)
  | {
      step: 'shown'
      revealed: RevealedInquiry
      /** On the clock of `performance.now()`, which nobody can set. Null if there's nothing to hide. */
      expiresAt: number | null
      /** Whether new links are on their way or were refused. The current ones stay until they expire. */
      renewal: 'none' | 'pending' | Refusal
    }

interface Reveal {
  state: State
  /** What is on screen now. */
  revealed: RevealedInquiry | null
  /** For the first reveal and for another five minutes. Both are audited. */
  reveal: () => void
  hide: () => void
  /** Fetches new links, but only once: a second failure isn't about the link. */
  onImageError: () => void
}

const RevealContext = createContext<Reveal | null>(null)

export function useReveal(): Reveal {
  const reveal = useContext(RevealContext)
  if (!reveal) throw new Error('There is no RevealProvider')
  return reveal
}

/** @param props.id our own id for the inquiry. Make it the key too, so that another inquiry starts hidden. */
export function RevealProvider({ id, children }: { id: string; children: ReactNode }) {
  const { refresh } = useRouter()
  const [state, setState] = useState<State>({ step: 'hidden' })
  const round = useRef(0)
  const hasRefetched = useRef(false)

  async function fetchNow() {
    round.current += 1
    const thisRound = round.current
    setState((now) => (now.step === 'shown' ? { ...now, renewal: 'pending' } : { step: 'loading' }))
    const answer = await fetchRevealed(id)
    // The reader has hidden the data or fetched it again in the meantime.
    if (thisRound !== round.current) return
    if (answer.ok) {
      const { revealed, validForMs } = answer
      const expiresAt = hasEvidence(revealed) ? performance.now() + validForMs : null
      setState({ step: 'shown', revealed, expiresAt, renewal: 'none' })
    } else
      setState((now) =>
        now.step === 'shown'
          ? { ...now, renewal: answer.refusal }
          : { step: 'refused', ...answer.refusal },
      )
    // Every reveal adds to the timeline.
    refresh()
  }
  function forget(step: 'hidden' | 'expired') {
    round.current += 1
    setState({ step })
  }

  const expiresAt = state.step === 'shown' ? state.expiresAt : null
  useEffect(() => {
    if (expiresAt === null) return
    const end = (step: 'hidden' | 'expired') => {
      round.current += 1
      setState({ step })
    }
    const timer = setTimeout(() => end('expired'), expiresAt - performance.now())
    // Otherwise the back/forward cache would keep the data.
    const leave = () => end('hidden')
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leave)
    }
  }, [expiresAt])

  return (
    <RevealContext
      value={{
        state,
        revealed: state.step === 'shown' ? state.revealed : null,
        reveal: () => {
          hasRefetched.current = false
          void fetchNow()
        },
        hide: () => forget('hidden'),
        onImageError: () => {
          if (hasRefetched.current) return
          hasRefetched.current = true
          void fetchNow()
        },
      }}
    >
      {children}
    </RevealContext>
  )
}

export function BeforeReveal({ children }: { children: ReactNode }) {
  return useReveal().revealed ? null : children
}

/** Whether anything about the person is shown, or the service has documents even if it couldn't link to them. */
const hasEvidence = ({ documentsUnavailable, identity, personal }: RevealedInquiry): boolean =>
  documentsUnavailable !== 'not_approved' || identity !== null || personal.length > 0

const secondsLeft = (expiresAt: number) =>
  Math.max(0, Math.ceil((expiresAt - performance.now()) / 1_000))

/** @param expiresAt on the clock of `performance.now()` */
export function useSecondsLeft(expiresAt: number): number {
  const [now, setNow] = useState({ expiresAt, seconds: secondsLeft(expiresAt) })
  useEffect(() => {
    const update = () => setNow({ expiresAt, seconds: secondsLeft(expiresAt) })
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [expiresAt])
  return now.expiresAt === expiresAt ? now.seconds : secondsLeft(expiresAt)
}

type Answer =
  | { ok: true; revealed: RevealedInquiry; validForMs: number }
  | { ok: false; refusal: Refusal }

async function fetchRevealed(id: string): Promise<Answer> {
  try {
    const response = await fetch(`/api/admin/inquiries/${id}/documents`, { cache: 'no-store' })
    const body: unknown = await response.json()
    if (response.ok) {
      const revealed = revealedSchema.parse(body)
      return { ok: true, revealed, validForMs: validForMs(revealed.urlExpiresAt, response.headers) }
    }
    const { error } = revealErrorSchema.parse(body)
    const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    const retryAfterSeconds = Number.isNaN(retryAfter) ? null : retryAfter
    return { ok: false, refusal: { error, retryAfterSeconds } }
  } catch {
    return { ok: false, refusal: { error: 'unavailable', retryAfterSeconds: null } }
  }
}

/** How long the data may be shown, by our server's clock, since the browser's may be wrong. */
function validForMs(urlExpiresAt: string | null, headers: Headers): number {
  if (urlExpiresAt === null) return URL_VALIDITY_MS
  const respondedAt = Date.parse(headers.get('date') ?? '')
  const left = Date.parse(urlExpiresAt) - (Number.isNaN(respondedAt) ? Date.now() : respondedAt)
  // Outside that range the service's clock must differ from ours, so fall back to the contract's five minutes.
  return left > 0 && left < URL_VALIDITY_MS ? left : URL_VALIDITY_MS
}
