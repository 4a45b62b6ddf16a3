'use client'
/**
 * Fetches an inquiry's identity and documents on demand, shares them among the parts of its page, and clears them when the URLs expire
 * or the reader leaves. They are in memory only while they are on screen.
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
/** After these events, the computer or the page may have slept. */
const WAKING_EVENTS = ['visibilitychange', 'resume', 'focus', 'pageshow']

export interface Refusal {
  error: RevealError
  retryAfterSeconds: number | null
}

interface State {
  isLoading: boolean
  /** The data on screen. Stays when another fetch is refused. */
  revealed: RevealedInquiry | null
  /** Whether the last reveal ended because it expired. */
  isExpired: boolean
  /** Returns how many milliseconds the data may stay on screen; 0 if nothing is shown. */
  getLeftMs: () => number
  refusal: Refusal | null
}

interface Reveal extends State {
  /** Fetches the data for the first time, or again for fresh URLs. Both are audited. */
  reveal: () => void
  hide: () => void
}

const EXPIRED = 'The links have expired. Identity and documents have been cleared from this page.'

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

/** @param props.id our id of the inquiry. Make it the React key too, so that another inquiry starts hidden */
export function RevealProvider({ id, children }: { id: string; children: ReactNode }) {
  const { refresh } = useRouter()
  const [state, setState] = useState(NOTHING)
  /** Spoken to screen readers. */
  const [message, setMessage] = useState('')
  /** Counts the reader's actions, so that an answer to an outdated action is dropped. */
  const round = useRef(0)

  async function reveal() {
    round.current += 1
    const thisRound = round.current
    setState((now) => ({ ...now, isLoading: true, refusal: null }))
    // Starts before the request, because the computer may sleep while the answer waits.
    const getPassedMs = startStopwatch()
    const answer = await fetchRevealed(id)
    if (thisRound !== round.current) return
    if ('revealed' in answer) {
      const { revealed } = answer
      const getLeftMs = () => Math.max(0, revealed.expiresInMs - getPassedMs())
      const isShown = getLeftMs() > 0
      setState(isShown ? { ...NOTHING, revealed, getLeftMs } : { ...NOTHING, isExpired: true })
      const minutes = Math.round(getLeftMs() / 60_000)
      const time =
        minutes === 1 ? 'one minute' : minutes === 5 ? 'five minutes' : `${minutes} minutes`
      setMessage(
        isShown
          ? `Identity and documents are shown for ${minutes < 1 ? 'less than a minute' : time}.`
          : EXPIRED,
      )
    } else setState((now) => ({ ...now, isLoading: false, refusal: answer.refusal }))
    // Every reveal adds an entry to the timeline.
    refresh()
  }

  const clear = useCallback((isExpired: boolean) => {
    round.current += 1
    setState({ ...NOTHING, isExpired })
    setMessage(isExpired ? EXPIRED : 'Identity and documents are hidden.')
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
    // Capturing on the window also catches events of the document that don't bubble.
    for (const event of WAKING_EVENTS)
      window.addEventListener(event, look, { signal, capture: true })
    // Clears the data before the back/forward cache can keep it.
    window.addEventListener('pagehide', hide, { signal })
    return () => {
      clearInterval(timer)
      listening.abort()
    }
  }, [revealed, getLeftMs, clear, hide])

  // When the focused element disappears, the focus is on the body or on a FocusKeeper (`tabindex="-1"`). Then move it to the reveal
  // button.
  const wasRevealed = useRef(false)
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, [tabindex="-1"]') ?? true
    if (wasRevealed.current && !revealed && isLost) document.getElementById(REVEAL_BUTTON)?.focus()
    wasRevealed.current = revealed !== null
  }, [revealed])

  return (
    <RevealContext value={{ ...state, reveal, hide }}>
      <p role="status" aria-label="Identity and documents" className="sr-only">
        {message}
      </p>
      {children}
    </RevealContext>
  )
}

/** The id of the button that reveals. */
export const REVEAL_BUTTON = 'reveal'

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
