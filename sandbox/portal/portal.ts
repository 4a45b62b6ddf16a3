// What every page of the portal needs for its frame. Pages that do more extend this type.
import type { Context } from 'hono'
import type { Clock } from '../scenario/clock.ts'
import type { PresenterNotes } from '../scenario/presenter-notes.ts'
import type { Store } from '../state/store.ts'
import type { Site } from '../web/site.ts'
import type { Notice, Notices } from './notices.ts'
import type { PortalEnv } from './session.ts'

export interface Portal {
  store: Store
  clock: Clock
  site: Site
  presenterNotes: PresenterNotes
  notices: Notices
}

/** The end of every form: a redirect, so that a reload doesn't submit twice, and a notice for the next page. */
export function goTo(
  c: Context<PortalEnv>,
  { notices }: Pick<Portal, 'notices'>,
  path: `/portal${string}`,
  notice: Notice,
): Response {
  notices.leave(c.get('session').id, notice)
  return c.redirect(path, 303)
}
