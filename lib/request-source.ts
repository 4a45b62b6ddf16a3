/** Which hosts the app answers at, and what may make a browser send it a request. */
import 'server-only'
import { env } from './env'
import { isLocalHost } from './local-host'

/**
 * The demo's password is published, so a page elsewhere could sign in if its name led to this machine (DNS rebinding). Such a
 * name is none of ours, and an address can't be led anywhere. In production the balancer knows the names.
 */
export function isServedHost(host: string | null): boolean {
  const { STAFF_SIGN_IN, NEXTAUTH_URL } = env()
  if (STAFF_SIGN_IN !== 'demo') return true
  const url = `http://${host}`
  if (!URL.canParse(url)) return false
  return isLocalHost(new URL(url).hostname) || new URL(url).host === new URL(NEXTAUTH_URL).host
}

/** Forms come from the app's own pages: from NEXTAUTH_URL, or in the demo from wherever it was opened. */
export function isOwnOrigin(origin: string, host: string | null): boolean {
  const { STAFF_SIGN_IN, NEXTAUTH_URL } = env()
  if (origin === new URL(NEXTAUTH_URL).origin) return true
  return STAFF_SIGN_IN === 'demo' && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Browsers say what made them send a request, and a page can't forge it. A link on another site carries the session cookie
 * along, and so does an `<img>` of ours whose URL came from the service. Neither may cause an audited action in someone's name.
 * URLs that people type or bookmark still work.
 */
export function isUnasked({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const dest = headers.get('sec-fetch-dest')
  return (
    !['same-origin', 'none', null].includes(site) || !['empty', 'document', null].includes(dest)
  )
}
