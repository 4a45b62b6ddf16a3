// An operator for tests, who signs in to the portal and submits forms like a browser without scripts.
import type { Sandbox } from '../index.ts'
import { PORTAL_USER } from '../portal/session.tsx'

const ORIGIN = 'http://localhost'

export interface PortalPage {
  status: number
  headers: Headers
  html: string
  /** The redirect after a form; null if the response was a page. */
  location: string | null
}

type Fields = Record<string, string | string[]>

export type Operator = ReturnType<typeof visitorOf>

/** A visitor, who is signed in once a form sets a cookie. */
export function visitorOf(sandbox: Sandbox) {
  let cookie = ''
  async function request(path: string, init: RequestInit = {}): Promise<PortalPage> {
    const headers = { cookie, ...init.headers }
    const response = await sandbox.app.request(`${ORIGIN}/portal${path}`, { ...init, headers })
    const given = response.headers.get('set-cookie')
    if (given !== null) cookie = given.split(';')[0] ?? ''
    const { status } = response
    const location = response.headers.get('location')
    return { status, headers: response.headers, html: await response.text(), location }
  }
  /** Posts a form. The response is a redirect if it succeeds. */
  function post(path: string, fields: Fields = {}) {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) body.append(name, one)
    }
    return request(path, { method: 'POST', body, headers: { origin: ORIGIN } })
  }
  return {
    cookie: () => cookie,
    get: (path: string) => request(path),
    post,
    async submit(path: string, fields?: Fields): Promise<PortalPage> {
      const { location, status, html } = await post(path, fields)
      if (location === null) throw new Error(`the form did not redirect: ${status} ${html}`)
      return request(location.replace(/^\/portal/, '').replace(/#.*/, ''))
    },
  }
}

/** The demo tenant's signed-in operator. */
export async function operatorOf(sandbox: Sandbox): Promise<Operator> {
  const operator = visitorOf(sandbox)
  await operator.post('/sign-in', PORTAL_USER)
  return operator
}

/** The text of a page or a part of it, without markup. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
