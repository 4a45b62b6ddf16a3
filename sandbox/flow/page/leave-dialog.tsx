// Asks for confirmation before the customer leaves, and says that what they entered is kept.

import { useEffect, useRef } from 'hono/jsx/dom'
import { useWords } from './use-words.ts'

interface LeaveDialogProps {
  onStay: () => void
  onLeave: () => void
}

export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Closed on unmount, so that focus returns to where it was.
    const opened = dialog.current
    opened?.showModal()
    // Not with `autofocus`, which Chromium blocks in a cross-origin frame.
    stay.current?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog ref={dialog} class="leave" aria-labelledby="leave-heading" onCancel={onStay}>
      <h2 id="leave-heading">{words.leave.heading}</h2>
      <p>{words.leave.lead}</p>
      <div class="actions">
        <button type="button" class="secondary" onClick={onLeave}>
          {words.leave.go}
        </button>
        <button type="button" class="primary" ref={stay} onClick={onStay}>
          {words.leave.stay}
        </button>
      </div>
    </dialog>
  )
}
