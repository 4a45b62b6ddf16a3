// A screen's heading. It's focused when the screen appears, so a screen reader starts there.

import { useLayoutEffect, useRef } from 'hono/jsx/dom'

export function StepHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the screen is drawn. Later, scrolling might move away the button that someone is about to press.
  useLayoutEffect(() => {
    const focus = () => {
      heading.current?.focus()
      // Focusing may leave the top of a long screen out of view.
      scrollTo({ top: 0 })
    }
    // In a frame of another site, a browser doesn't let the page take focus before the frame has it.
    const focusOnArrival = () => {
      if (document.activeElement === document.body) focus()
    }
    // Hono runs layout effects before it has inserted the screen.
    queueMicrotask(focus)
    addEventListener('focus', focusOnArrival)
    return () => removeEventListener('focus', focusOnArrival)
  }, [text])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}
