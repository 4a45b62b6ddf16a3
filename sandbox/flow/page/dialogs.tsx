// The flow's two dialogs: the question whether to leave, and what happens to the customer's data.

import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { useWords } from './words.ts'

interface ModalProps {
  heading: string
  paragraphs: readonly string[]
  /** By Escape, or by a tap beside a dialog that only informs. */
  onCancel: () => void
  closedby?: 'any'
  children?: unknown
}

/** Opens when it mounts, with the focus on its main button. */
function Modal({ heading, paragraphs, onCancel, closedby, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Closed on unmount, so that focus returns to where it was.
    const opened = dialog.current
    opened?.showModal()
    // Not with `autofocus`, which Chromium blocks in a cross-origin frame.
    opened?.querySelector<HTMLButtonElement>('.primary')?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby="dialog-heading" onCancel={onCancel} closedby={closedby}>
      <h2 id="dialog-heading">{heading}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <div class="actions">{children}</div>
    </dialog>
  )
}

/** Asks before the customer leaves, and says that what they entered is kept. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { leave } = useWords()
  return (
    <Modal heading={leave.heading} paragraphs={[leave.lead]} onCancel={onStay}>
      <button type="button" class="secondary row" onClick={onLeave}>
        {leave.go}
      </button>
      <button type="button" class="primary row" onClick={onStay}>
        {leave.stay}
      </button>
    </Modal>
  )
}

/** A link, and the notice that it opens. */
export function PrivacyNotice({ points }: { points: readonly string[] }) {
  const { notice } = useWords()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" class="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {notice.link}
      </button>
      {isOpen ? (
        <Modal heading={notice.heading} paragraphs={points} onCancel={close} closedby="any">
          <button type="button" class="primary row" onClick={close}>
            {notice.close}
          </button>
        </Modal>
      ) : null}
    </>
  )
}
