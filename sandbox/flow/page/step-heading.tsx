// The heading of a screen. Focus moves to it when the screen comes up, so that a screen reader begins there.

import { useEffect, useRef } from 'hono/jsx/dom'

export function StepHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // Focus alone may leave the top of a long screen out of view.
    scrollTo({ top: 0 })
  }, [text])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}
