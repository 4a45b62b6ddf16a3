/** Which hosts the app answers at, and which pages may send it forms. */
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
