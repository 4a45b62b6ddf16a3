/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Approve or decline, with a note that the merchant reads back (P4).
import type { Inquiry } from '../../state/entities.ts'

export function DecisionForm({ inquiry, from }: { inquiry: Inquiry; from: 'review' | 'inquiry' }) {
  const noteId = `note-${inquiry.id}`
  const subject = inquiry.referenceId || inquiry.id
  return (
    <form class="decide" method="post" action={`/portal/inquiries/${inquiry.id}/decide`}>
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
      <div class="decide-buttons">
        <button class="button button-approve" type="submit" name="status" value="APPROVED">
          Approve<span class="visually-hidden"> {subject}</span>
        </button>
        <button class="button button-danger" type="submit" name="status" value="DECLINED">
          Decline<span class="visually-hidden"> {subject}</span>
        </button>
      </div>
    </form>
  )
}
