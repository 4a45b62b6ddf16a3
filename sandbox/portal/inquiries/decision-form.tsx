/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Approve or decline, with a note that the merchant reads back (P4).
import type { Inquiry } from '../../state/entities.ts'
import { Icon } from '../shell/icons.tsx'

const formIdOf = ({ id }: Inquiry): string => `decide-${id}`

export function DecisionForm({ inquiry, from }: { inquiry: Inquiry; from: 'review' | 'inquiry' }) {
  const noteId = `note-${inquiry.id}`
  return (
    <form
      class="decide"
      id={formIdOf(inquiry)}
      method="post"
      action={`/portal/inquiries/${inquiry.id}/decide`}
    >
      {/* The status the operator saw, so a decision made in the meantime isn't overwritten unseen. */}
      <input type="hidden" name="seenStatus" value={inquiry.status} />
      <input type="hidden" name="from" value={from} />
      <div class="field">
        <label for={noteId}>Note to the merchant</label>
        <textarea
          id={noteId}
          name="note"
          rows={2}
          maxlength={500}
          aria-describedby={`${noteId}-hint`}
        />
        <p class="field-hint" id={`${noteId}-hint`}>
          Optional. The merchant reads it with the status.
        </p>
      </div>
      <DecideButtons inquiry={inquiry} />
    </form>
  )
}

/**
 * On a narrow screen, where the reason and the form are screens apart: the reason and the form's buttons, at the foot of the
 * window. The style sheet hides those in the form then. The reason is only repeated for the eye.
 */
export function DecideBar({ inquiry }: { inquiry: Inquiry }) {
  const [reason, ...others] = inquiry.reviewReasons
  return (
    <div class="decide-bar">
      <p aria-hidden="true">
        <Icon name="wait" />
        <span>{reason ?? 'No reason was given.'}</span>
        {others.length > 0 && <small>+{others.length}</small>}
      </p>
      <DecideButtons inquiry={inquiry} />
    </div>
  )
}

/** Wherever they are, they send the inquiry's form. */
function DecideButtons({ inquiry }: { inquiry: Inquiry }) {
  const form = formIdOf(inquiry)
  const subject = inquiry.referenceId || inquiry.id
  return (
    <div class="decide-buttons">
      <button
        class="button button-approve"
        type="submit"
        form={form}
        name="status"
        value="APPROVED"
      >
        Approve<span class="visually-hidden"> {subject}</span>
      </button>
      <button class="button button-danger" type="submit" form={form} name="status" value="DECLINED">
        Decline<span class="visually-hidden"> {subject}</span>
      </button>
    </div>
  )
}
