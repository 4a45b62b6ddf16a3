// What every page of the portal works with.
import type { Context } from 'hono'
import type { Sandbox } from '../index.ts'
import type { Notice, Notices } from './notices.ts'
import type { PortalEnv } from './session.ts'

export interface Portal {
  sandbox: Sandbox
  notices: Notices
}

/** The end of every form: the notice is left for the page that follows, so that a reload sends nothing twice. */
export function goTo(
  c: Context<PortalEnv>,
  portal: Portal,
  path: `/portal${string}`,
  notice: Notice,
): Response {
  portal.notices.leave(c.get('session').id, notice)
  return c.redirect(path, 303)
}
