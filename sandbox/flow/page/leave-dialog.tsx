// Asks for confirmation before the customer leaves, and says that what they entered is kept.

import { useModal } from './use-modal.ts'
import { useWords } from './use-words.ts'

interface LeaveDialogProps {
  onStay: () => void
  onLeave: () => void
}

export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const words = useWords()
  const { dialog, focused } = useModal()
  return (
    <dialog ref={dialog} class="leave" aria-labelledby="leave-heading" onCancel={onStay}>
      <h2 id="leave-heading">{words.leave.heading}</h2>
      <p>{words.leave.lead}</p>
      <div class="actions">
        <button type="button" class="secondary" onClick={onLeave}>
          {words.leave.go}
        </button>
        <button type="button" class="primary" ref={focused} onClick={onStay}>
          {words.leave.stay}
        </button>
      </div>
    </dialog>
  )
}
