// The header's back button: each screen sets what it does.

import { createContext, useContext, useEffect, useRef } from 'hono/jsx/dom'

export interface WayBack {
  go: () => void
}

type Change = (current: WayBack | null) => WayBack | null

const WayBackContext = createContext<(change: Change) => void>(() => undefined)
export const WayBackProvider = WayBackContext.Provider

/** @param go null if the screen has no back button */
export function useWayBack(go: (() => void) | null): void {
  const offer = useContext(WayBackContext)
  const latest = useRef(go)
  latest.current = go
  const isThere = go !== null
  useEffect(() => {
    if (!isThere) return
    const own: WayBack = { go: () => latest.current?.() }
    offer(() => own)
    // The next screen may have set its own by now.
    return () => offer((current) => (current === own ? null : current))
  }, [isThere])
}
