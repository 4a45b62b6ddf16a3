/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Approve or decline, with a note that the merchant reads back (P4).
import type { Child } from 'hono/jsx'
import type { Inquiry } from '../../state/entities.ts'

const formIdOf = ({ id }: Inquiry): string => `decide-${id}`

const noteIdOf = ({ id }: Inquiry): string => `note-${id}`

export function DecisionForm({ inquiry, from }: { inquiry: Inquiry; from: 'review' | 'inquiry' }) {
  const noteId = noteIdOf(inquiry)
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
 * On a narrow screen, where the form is screens below the evidence: its buttons and a link to its note, at the foot of the
 * window while the case is in it. The style sheet hides the buttons in the form then. The name is only repeated for the eye.
 */
export function DecideBar({ inquiry, person }: { inquiry: Inquiry; person?: Child }) {
  return (
    <div class="decide-bar">
      {person && (
        <p aria-hidden="true">
          <strong>{person}</strong>
        </p>
      )}
      {/* A link to a field moves the focus into it. */}
      <a class="button" href={`#${noteIdOf(inquiry)}`}>
        Add a note<span class="visually-hidden"> for {subjectOf(inquiry)}</span>
      </a>
      <DecideButtons inquiry={inquiry} />
    </div>
  )
}

const subjectOf = ({ referenceId, id }: Inquiry): string => referenceId || id

/** Wherever they are, they send the inquiry's form. */
function DecideButtons({ inquiry }: { inquiry: Inquiry }) {
  const form = formIdOf(inquiry)
  const subject = subjectOf(inquiry)
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
