// The way back from a screen, which the header offers.

import { createContext, useContext, useEffect } from 'hono/jsx/dom'

export interface WayBack {
  go: () => void
}

type Change = (current: WayBack | null) => WayBack | null

const WayBackContext = createContext<(change: Change) => void>(() => undefined)
export const WayBackProvider = WayBackContext.Provider

/** @param go null where there is none */
export function useWayBack(go: (() => void) | null): void {
  const offer = useContext(WayBackContext)
  const isThere = go !== null
  useEffect(() => {
    if (go === null) return
    const own: WayBack = { go }
    offer(() => own)
    // The next screen may have offered its own by now.
    return () => offer((current) => (current === own ? null : current))
  }, [isThere])
}
