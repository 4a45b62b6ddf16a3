'use client'
/**
 * Fetches an inquiry's identity and documents on demand, shares them among the parts of the case page, and clears them when their
 * links expire or the reader leaves. They live in memory only while they're shown.
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
import { startStopwatch } from './stopwatch'

const LOOK_AGAIN_MS = 250
/** The computer, or the page, may have slept until now. */
const WAKING_EVENTS = ['visibilitychange', 'resume', 'focus', 'pageshow']

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
  /** How many milliseconds it may stay on screen; 0 if nothing is shown. */
  getLeftMs: () => number
  refusal: Refusal | null
}

interface Reveal extends State {
  /** For the first reveal and for fresh links. Both are audited. */
  reveal: () => void
  hide: () => void
}

const NOTHING: State = {
  isLoading: false,
  revealed: null,
  isExpired: false,
  getLeftMs: () => 0,
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
    // From before the request: the answer may have waited while the computer slept.
    const getPassedMs = startStopwatch()
    const answer = await fetchRevealed(id)
    if (thisRound !== round.current) return
    if ('revealed' in answer) {
      const { revealed } = answer
      const getLeftMs = () => Math.max(0, revealed.expiresInMs - getPassedMs())
      setState(
        getLeftMs() > 0 ? { ...NOTHING, revealed, getLeftMs } : { ...NOTHING, isExpired: true },
      )
    } else setState((now) => ({ ...now, isLoading: false, refusal: answer.refusal }))
    // Every reveal adds to the timeline.
    refresh()
  }

  const clear = useCallback((isExpired: boolean) => {
    round.current += 1
    setState({ ...NOTHING, isExpired })
  }, [])
  const hide = useCallback(() => clear(false), [clear])

  const { revealed, getLeftMs } = state
  useEffect(() => {
    if (!revealed) return
    const look = () => {
      if (getLeftMs() <= 0) clear(true)
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    const listening = new AbortController()
    const { signal } = listening
    // Those of the document are caught on their way to it, whether they bubble or not.
    for (const event of WAKING_EVENTS)
      window.addEventListener(event, look, { signal, capture: true })
    // Otherwise the back/forward cache would keep the data.
    window.addEventListener('pagehide', hide, { signal })
    return () => {
      clearInterval(timer)
      listening.abort()
    }
  }, [revealed, getLeftMs, clear, hide])

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
