// Asks before the customer leaves. What was given is kept, so leaving is never a loss, and the dialog says so.

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
    // Closed before it goes, so that focus returns to where it was.
    const opened = dialog.current
    opened?.showModal()
    // Not by `autofocus`: Chromium refuses that in a frame of another origin.
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
