'use client'
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'

/**
 * A part of the page that takes the focus when what had it here has gone, as a button does that was pressed and has made
 * way for its result: else Tab would begin at the top of the page again, and a screen reader with it.
 */
export function FocusKeeper({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const focused = useRef<Element | null>(null)

  useEffect(() => {
    const isLost = focused.current !== null && !focused.current.isConnected
    if (isLost && document.activeElement === document.body)
      part.current?.focus({ preventScroll: true })
  })
  const remember = ({ target }: FocusEvent) => {
    focused.current = target
  }
  const forget = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) focused.current = null
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears where the focus goes within it, and is no control
    <div ref={part} tabIndex={-1} className="-outline-offset-2" onFocus={remember} onBlur={forget}>
      {children}
    </div>
  )
}
