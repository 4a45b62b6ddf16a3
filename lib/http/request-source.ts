/** Checks where a request comes from: its machine, its host, its origin, and why the browser sent it. */
import 'server-only'
import type { IncomingMessage } from 'node:http'
import { isIPv4, type Socket } from 'node:net'
import { env } from '../runtime/env'
import { oncePerProcess } from '../runtime/once-per-process'
import { isLocalHost, isLoopback } from './local-host'

/** `proxy.ts` sets this header to the page's own path and query, because Next doesn't tell a page its URL. */
export const PAGE_HEADER = 'x-page'

/** The server's answer to a request that the app must not see. */
export interface Refusal {
  status: number
  /** Says what is wrong and what to do. */
  reason: string
}

/**
 * While a published password or secret is in use, the server answers only this machine. The socket's addresses decide that; neither
 * the listening address nor the Host header matters.
 * @returns null for a request that the app may answer
 */
export function findRefusal({ socket, headers }: IncomingMessage): Refusal | null {
  const { usesPublished, isBehindProxy } = env()
  if (usesPublished && !isBehindProxy && !isFromThisMachine(socket))
    return {
      status: 403,
      reason:
        'This app uses the published password or secrets of .env.example, so it only answers the machine it runs on. Set your own (docs/going-live.md). If a proxy that only that machine can reach passes the requests on, set STAFF_SIGN_IN=demo-behind-proxy.',
    }
  return isServedHost(headers.host ?? null) ? null : FOREIGN_HOST
}

/** A connection from this machine to one of its own addresses has that address at both ends. */
const isFromThisMachine = ({ remoteAddress, localAddress }: Socket): boolean =>
  remoteAddress !== undefined &&
  (remoteAddress === localAddress || isLoopback(remoteAddress.replace(/^::ffff:/, '')))

export const FOREIGN_HOST: Refusal = {
  status: 421,
  reason: 'The demo is only served at localhost or at this machine’s own address.',
}

/**
 * Prevents DNS rebinding: a foreign website could point its name at this machine and then use the published passwords. Such a name
 * has a dot and isn't NEXTAUTH_URL's. An IP address can't be redirected like that. In production, the load balancer checks names.
 */
export function isServedHost(host: string | null): boolean {
  const { usesPublished, NEXTAUTH_URL } = env()
  if (!usesPublished) return true
  const url = `http://${host ?? ''}`
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  // Container networks use names without a dot.
  const isNobodysName = !hostname.includes('.') || isIPv4(hostname)
  return isNobodysName || isLocalHost(hostname) || new URL(url).host === new URL(NEXTAUTH_URL).host
}

/** How many requests came from other origins, for the metrics: the proxy can't load those. */
export const foreignOrigins = () => oncePerProcess('foreign-origins', () => ({ refused: 0 }))

/** Forms must come from the app's own pages: from NEXTAUTH_URL, or in the demo from the host that was opened. */
export function isOwnOrigin(origin: string, host: string | null): boolean {
  const { STAFF_SIGN_IN, NEXTAUTH_URL } = env()
  if (origin === new URL(NEXTAUTH_URL).origin) return true
  return STAFF_SIGN_IN === 'demo' && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether something other than the user caused this request. A link on another site sends the session cookie, and so does an `<img>`
 * whose URL came from the service. Neither may cause an audited action in the user's name. The browser reports the cause in headers
 * that a page can't forge. Typed and bookmarked URLs still work.
 */
export function isUnasked({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const dest = headers.get('sec-fetch-dest')
  return (
    !['same-origin', 'none', null].includes(site) || !['empty', 'document', null].includes(dest)
  )
}
