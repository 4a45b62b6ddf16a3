/** Which hosts the app answers at, and what may make a browser send it a request. */
import 'server-only'
import type { IncomingMessage } from 'node:http'
import { isIPv4, type Socket } from 'node:net'
import { env } from '../runtime/env'
import { isLocalHost, isLoopback } from './local-host'

/** `proxy.ts` tells a page its own path and query, which Next doesn't. */
export const PAGE_HEADER = 'x-page'

/** What the server answers in place of the app. */
export interface Refusal {
  status: number
  /** What is wrong and what to do. */
  reason: string
}

/**
 * While a published password or secret is in use, only this machine is served, whatever address the server listens on and
 * whatever name a request uses. The socket says where a request comes from.
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

/** Whoever connects from this machine to one of its own addresses comes from that address. */
const isFromThisMachine = ({ remoteAddress, localAddress }: Socket): boolean =>
  remoteAddress !== undefined &&
  (remoteAddress === localAddress || isLoopback(remoteAddress.replace(/^::ffff:/, '')))

export const FOREIGN_HOST: Refusal = {
  status: 421,
  reason: 'The demo is only served at localhost or at this machine’s own address.',
}

/**
 * Published passwords and secrets could be used by a page elsewhere if its name led to this machine (DNS rebinding). Such a
 * name is none of ours and has a dot, and an address can't be led anywhere. In production the balancer knows the names.
 */
export function isServedHost(host: string | null): boolean {
  const { usesPublished, NEXTAUTH_URL } = env()
  if (!usesPublished) return true
  const url = `http://${host ?? ''}`
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  // Containers and their proxies use names without a dot.
  const isNobodysName = !hostname.includes('.') || isIPv4(hostname)
  return isNobodysName || isLocalHost(hostname) || new URL(url).host === new URL(NEXTAUTH_URL).host
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
