'use client'
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'

/**
 * Takes the focus when its focused child unmounts or is hidden, such as a button that its result replaces. Otherwise, Tab and screen
 * readers would start again at the top of the page.
 */
export function FocusKeeper({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  const focused = useRef<Element | null>(null)

  useEffect(() => {
    const had = focused.current
    const isLost = had !== null && (!had.isConnected || had.closest('[hidden]') !== null)
    if (isLost && document.activeElement === document.body)
      container.current?.focus({ preventScroll: true })
  })
  const remember = ({ target }: FocusEvent) => {
    focused.current = target
  }
  const forget = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) focused.current = null
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks focus within it
    <div
      ref={container}
      tabIndex={-1}
      className="-outline-offset-2"
      onFocus={remember}
      onBlur={forget}
    >
      {children}
    </div>
  )
}
