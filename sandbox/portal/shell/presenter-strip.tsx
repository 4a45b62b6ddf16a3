/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The presenter's note ("Next: …") at the bottom of every page, if there is one.
import type { Tenant } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'

export function PresenterStrip({ portal, tenant }: { portal: Portal; tenant: Tenant }) {
  const note = portal.presenterNotes.get(tenant.id)
  if (!note) return null
  return (
    <aside class="presenter-strip" aria-label="Presenter’s guide">
      <p>
        <small>{note.title}</small>
        <strong>Next:</strong> {note.text}
      </p>
      <a class="button" href={note.link.href}>
        {note.link.label}
      </a>
      <form method="post" action="/portal/presenter-note/dismiss">
        <button class="button button-quiet" type="submit">
          Dismiss
        </button>
      </form>
    </aside>
  )
}
