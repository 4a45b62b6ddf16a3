'use client'
/**
 * Fetches an inquiry's identity and documents on demand, shares them among the parts of the case page, and clears them after
 * five minutes or when the reader leaves. They live in memory only while they're shown.
 */
import { useRouter } from 'next/navigation'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  type RevealError,
  type RevealedInquiry,
  revealErrorSchema,
  revealedSchema,
} from '@/lib/back-office/revealed'

/** D7: the links stay valid for as long. */
const SHOWN_MS = 5 * 60_000

export interface Refusal {
  error: RevealError
  retryAfterSeconds: number | null
}

interface State {
  isLoading: boolean
  /** What is on screen now. Stays when another fetch is refused. */
  revealed: RevealedInquiry | null
  /** Whether something was shown until it expired. */
  isExpired: boolean
  /** On the clock of `performance.now()`, which nobody can set. */
  expiresAt: number
  refusal: Refusal | null
}

interface Reveal extends State {
  /** For the first reveal and for another five minutes. Both are audited. */
  reveal: () => void
  hide: () => void
}

const NOTHING: State = {
  isLoading: false,
  revealed: null,
  isExpired: false,
  expiresAt: 0,
  refusal: null,
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
  const [state, setState] = useState(NOTHING)
  /** Counts what the reader does, so that an answer that comes later than a change of mind is dropped. */
  const round = useRef(0)

  async function reveal() {
    round.current += 1
    const thisRound = round.current
    setState((now) => ({ ...now, isLoading: true, refusal: null }))
    const expiresAt = performance.now() + SHOWN_MS
    const answer = await fetchRevealed(id)
    if (thisRound !== round.current) return
    setState((now) =>
      'revealed' in answer
        ? { ...NOTHING, revealed: answer.revealed, expiresAt }
        : { ...now, isLoading: false, refusal: answer.refusal },
    )
    // Every reveal adds to the timeline.
    refresh()
  }

  const clear = useCallback((isExpired: boolean) => {
    round.current += 1
    setState({ ...NOTHING, isExpired })
  }, [])
  const hide = useCallback(() => clear(false), [clear])

  const { revealed, expiresAt } = state
  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(() => clear(true), expiresAt - performance.now())
    // Otherwise the back/forward cache would keep the data.
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', hide)
    }
  }, [revealed, expiresAt, clear, hide])

  return <RevealContext value={{ ...state, reveal, hide }}>{children}</RevealContext>
}

type Answer = { revealed: RevealedInquiry } | { refusal: Refusal }

async function fetchRevealed(id: string): Promise<Answer> {
  try {
    const response = await fetch(`/api/admin/inquiries/${id}/documents`, { cache: 'no-store' })
    const body: unknown = await response.json()
    if (response.ok) return { revealed: revealedSchema.parse(body) }
    const { error } = revealErrorSchema.parse(body)
    const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    return { refusal: { error, retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter } }
  } catch {
    return { refusal: { error: 'unavailable', retryAfterSeconds: null } }
  }
}
