/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The presenter's note ("Next: …") at the bottom of every page, if there is one.
import type { Child } from 'hono/jsx'
import type { Tenant } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import { Icon } from './icons.tsx'

export function PresenterStrip({ portal, tenant }: { portal: Portal; tenant: Tenant }) {
  const note = portal.presenterNotes.get(tenant.id)
  if (!note) return null
  return (
    <aside class="presenter-strip" aria-label="Presenter’s guide">
      <span class="presenter-tag">Presenter</span>
      <button class="presenter-tag presenter-more" type="button" popovertarget="presenter-menu">
        Presenter <Icon name="up" />
      </button>
      <p title={note.text}>
        <small>{note.title}</small>
        <span>
          <strong>Next:</strong> {note.text}
        </span>
      </p>
      <a class="button presenter-back" href={note.link.href}>
        <Icon name="back" />
        <span>{note.link.label}</span>
      </a>
      <Dismissal>
        <Icon name="close" />
        <span class="visually-hidden">Dismiss</span>
      </Dismissal>
      {/* On a phone, where the strip has no room for more than one button. */}
      <div id="presenter-menu" popover="auto">
        <p>{note.text}</p>
        <Dismissal>Dismiss</Dismissal>
      </div>
    </aside>
  )
}

function Dismissal({ children }: { children: Child }) {
  return (
    <form method="post" action="/portal/presenter-note/dismiss">
      <button class="button button-quiet" type="submit">
        {children}
      </button>
    </form>
  )
}
