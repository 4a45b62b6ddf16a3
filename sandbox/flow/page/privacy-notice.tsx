// What happens to the customer's data: a link, and the notice that it opens.

import { useState } from 'hono/jsx/dom'
import { useModal } from './use-modal.ts'
import { useWords } from './use-words.ts'

interface PrivacyNoticeProps {
  service: string
  merchant: string
  /** Whether the customer's face is compared with their document. */
  comparesFace: boolean
}

export function PrivacyNotice(props: PrivacyNoticeProps) {
  const words = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.notice.link}
      </button>
      {isOpen ? <Notice {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface NoticeProps extends PrivacyNoticeProps {
  onClose: () => void
}

function Notice({ service, merchant, comparesFace, onClose }: NoticeProps) {
  const words = useWords()
  const { dialog, focused } = useModal()
  return (
    <dialog
      ref={dialog}
      class="leave notice"
      aria-labelledby="notice-heading"
      onCancel={onClose}
      // Also by a tap beside it.
      closedby="any"
    >
      <h2 id="notice-heading">{words.notice.heading}</h2>
      {words.notice.points(service, merchant, comparesFace).map((point) => (
        <p key={point}>{point}</p>
      ))}
      <div class="actions">
        <button type="button" class="primary" ref={focused} onClick={onClose}>
          {words.notice.close}
        </button>
      </div>
    </dialog>
  )
}
