// A screen's heading. It gets the focus when the screen appears, so a screen reader starts there.

import { useEffect, useRef } from 'hono/jsx/dom'

export function StepHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // Focusing may leave the top of a long screen out of view.
    scrollTo({ top: 0 })
  }, [text])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}
