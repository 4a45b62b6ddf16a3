// An operator for tests, who signs in to the portal and submits its forms like a browser without scripts.
import type { Sandbox } from '../index.ts'

const ORIGIN = 'http://localhost'

export interface PortalPage {
  status: number
  headers: Headers
  html: string
  /** Where a form redirected to; null if the response was a page. */
  location: string | null
}

export interface Operator {
  get(path: string): Promise<PortalPage>
  /** Posts a form and returns the response, which is a redirect on success. */
  post(path: string, fields?: Fields, headers?: Record<string, string>): Promise<PortalPage>
  /** Posts a form and returns the page it redirects to. */
  submit(path: string, fields?: Fields): Promise<PortalPage>
  /** The session's cookie, empty before the sign-in. */
  cookie(): string
}

type Fields = Record<string, string | string[]>

/** A visitor who isn't signed in until a form sets a cookie. */
export function visitorOf(sandbox: Sandbox): Operator {
  let cookie = ''
  const request = async (path: string, init: RequestInit = {}): Promise<PortalPage> => {
    const headers = { cookie, ...init.headers }
    const response = await sandbox.app.request(`${ORIGIN}/portal${path}`, { ...init, headers })
    const given = response.headers.get('set-cookie')
    if (given !== null) cookie = given.split(';')[0] ?? ''
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('location'),
    }
  }
  const get: Operator['get'] = (path) => request(path)
  const post: Operator['post'] = async (path, fields = {}, headers = {}) => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) body.append(name, one)
    }
    return request(path, { method: 'POST', body, headers: { origin: ORIGIN, ...headers } })
  }
  return {
    cookie: () => cookie,
    get,
    post,
    async submit(path, fields) {
      const { location, status, html } = await post(path, fields)
      if (location === null) throw new Error(`the form did not redirect: ${status} ${html}`)
      return get(location.replace(/^\/portal/, '').replace(/#.*/, ''))
    },
  }
}

/** The demo tenant's operator, signed in. */
export async function operatorOf(sandbox: Sandbox): Promise<Operator> {
  const operator = visitorOf(sandbox)
  await operator.post('/sign-in/demo')
  return operator
}

/** The words of a page or a part of it. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
