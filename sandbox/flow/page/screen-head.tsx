// The top of each screen: its heading, what it is about, and a problem, if there is one.

import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { Icon } from './icons.tsx'

interface ScreenHeadProps {
  heading: string
  lead: string
  problem?: string | null
}

export function ScreenHead({ heading, lead, problem = null }: ScreenHeadProps) {
  return (
    <>
      <Heading text={heading} />
      <p class="lead">{lead}</p>
      {/* Always present, because screen readers don't read a region that is added along with its text. */}
      <div role="alert">
        {problem === null ? null : (
          <p class="alert row">
            <Icon name="alert" />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </>
  )
}

/** It's focused when the screen appears, so a screen reader starts there. */
function Heading({ text }: { text: string }) {
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
